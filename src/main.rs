fn main() {
    // scratch: long CSV until the emitters arrive
    let mut out = csv::Writer::from_writer(std::io::BufWriter::new(std::io::stdout()));
    out.write_record(["file","document","accession","cik","company","form","filed","statement_id","statement","title","row","section","label","concept","column","header","period_start","period_end","duration","qualifier","value","unit","scale","decimals","raw","source_line","source_column"]).unwrap();
    for path in std::env::args().skip(1) {
        let name = std::path::Path::new(&path).file_name().unwrap().to_string_lossy().into_owned();
        let f = ex99::extract(&name, &std::fs::read(&path).unwrap()).unwrap();
        for s in &f.statements { for r in &s.rows { for c in &r.cells {
            let col=&s.columns[c.column as usize-1];
            let opt=|d:Option<jiff::civil::Date>|d.map_or(String::new(),|d|d.to_string());
            out.write_record([&name,&s.document,"","","","","",&s.id.to_string(),s.kind.name(),&s.title,&r.ordinal.to_string(),&r.section.join(" > "),&r.label,&r.concept,&c.column.to_string(),&col.header,&opt(c.period.start),&opt(c.period.end),&c.period.duration.map_or(String::new(),|d|d.to_string()),&col.qualifier,&c.value.map_or(String::new(),|v|v.to_string()),&c.unit.to_string(),&c.scale.map_or(String::new(),|v|v.to_string()),"",&c.raw,&c.line.to_string(),&c.position.to_string()]).unwrap();
        }}}
    }
}
