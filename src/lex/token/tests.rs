//! Lines as they are printed, and the figures that stand at their ends.

use super::*;

#[track_caller]
fn check(line: &str, label: &str, raws: &[&str]) {
    let mut tokens = Vec::new();
    let end = scan(line, &mut tokens);
    let found: Vec<&str> = tokens.iter().map(|t| &line[t.span()]).collect();
    assert_eq!((line[..end].trim(), found.as_slice()), (label, raws));
}

#[test]
fn rows() {
    check("Revenues      $   13,582   $ (2,396)", "Revenues", &["$   13,582", "$ (2,396)"]);
    check("Other . . . . . .   9,965   --", "Other . . . . . .", &["9,965", "--"]);
    check(
        "taxes(a)..........  $ 61,060  $113,008",
        "taxes(a)..........",
        &["$ 61,060", "$113,008"],
    );
    check("Net.....( 595)  417", "Net.....", &["( 595)", "417"]);
    check("items.....61,060  113,008", "items.....", &["61,060", "113,008"]);
    check("High    66 1/8    43", "High", &["66 1/8", "43"]);
    check("Low   58 3/8(a)  78(a)", "Low", &["58 3/8", "78"]);
    check("Low   17 1/2(1)(2)  58 7/8{1}", "Low", &["17 1/2", "58 7/8"]);
    check("Loss   ( 0.38)   (15 %)  12.5 %", "Loss", &["( 0.38)", "(15 %)", "12.5 %"]);
    check("Other   4,180 ,000   1.028.3", "Other", &["4,180 ,000", "1.028.3"]);
    check("Sales  250(7)(8)  1,234*  1,690 (a)  5 (1)", "Sales", &["250", "1,234", "1,690", "5"]);
    check("Margin   73.9 %(a)   43.9 %", "Margin", &["73.9 %", "43.9 %"]);
    check("Bonds   7 $1/8   ( 1/2  12", "Bonds", &["7", "$1/8", "( 1/2", "12"]);
    check("Price   $ 1/8   1/8   2 3/4", "Price", &["$ 1/8", "1/8", "2 3/4"]);
    check("principles  $ 463a/   $ (840)d/", "principles", &["$ 463", "$ (840)"]);
    check("Spot contracts    --(A)   $  300   -(a)", "Spot contracts", &["--", "$  300", "-"]);
    check("Stock granted    --(1)   $  300   $--(2)", "Stock granted", &["--", "$  300", "$--"]);
    check("Net loss    (67,749 )(a)   (2.1 )%(b)", "Net loss", &["(67,749 )", "(2.1 )%"]);
    check("Stock   (58){1}|   --  |  N/M", "Stock", &["(58)", "--", "N/M"]);
    check("Loss   (1,910)(1,764)(5,695)", "Loss", &["(1,910)", "(1,764)", "(5,695)"]);
    check("Loss   $ (816)(292%)  $(6.59)(.4)", "Loss", &["$ (816)", "(292%)", "$(6.59)", "(.4)"]);
    check("Debt   -   112,937 [1]   45 [2]", "Debt", &["-", "112,937", "45"]);
    check("Total $91,568  52,915 $52,527", "Total $91,568", &["52,915", "$52,527"]);
    check("Granted   24.4   0.31-39.79   34.30", "Granted", &["24.4", "0.31-39.79", "34.30"]);
    check("Sales  41,206   - 0 -   22,118", "Sales", &["41,206", "- 0 -", "22,118"]);
    check("Held  13,096  $ 7.50- $ 68.00", "Held", &["13,096", "$ 7.50- $ 68.00"]);
    check("Exercised   (2,223)   $ 23.50-$ 38.25", "Exercised", &["(2,223)", "$ 23.50-$ 38.25"]);
    check("Lost   12.50-  $  13.25", "Lost", &["12.50-", "$  13.25"]);
    check("$4.63   8.89 Years   137,500", "", &["$4.63", "8.89", "137,500"]);
    check("5 years      1,204", "5 years", &["1,204"]);
    check("Sales  US$ 5,000   US$  12,000", "Sales", &["US$ 5,000", "US$  12,000"]);
    check("Loss   (C$5,000)   C$(12,000)", "Loss", &["(C$5,000)", "C$(12,000)"]);
    check("Amounts in US$     5,000", "Amounts in US$", &["5,000"]);
    check("       $000    US$000", "       $000    US$000".trim(), &[]);
    check("Dividends     .10      None", "Dividends", &[".10", "None"]);
    check("Submission of matters   None", "Submission of matters   None", &[]);
    check("Share of sales   <1%   2%", "Share of sales", &["<1%", "2%"]);
    check("Held  $ 4.00 to $ 9.25   11", "Held", &["$ 4.00 to $ 9.25", "11"]);
    check("Cash   $ 1,204   $N/A   $NM", "Cash", &["$ 1,204", "$N/A", "$NM"]);
    check("At June 30  1993   114  --", "At June 30  1993", &["114", "--"]);
    check("At June 30  1993   1992", "At June 30", &["1993", "1992"]);
}

#[test]
fn spans_of_years_behind_amounts() {
    check("Swaps    597    15    1998-2003", "Swaps", &["597", "15", "1998-2003"]);
    check("Swaps    597    15    1998-03", "Swaps", &["597", "15", "1998-03"]);
    // Without amounts they are words; cut at the hyphen, they are none.
    check("Expires in    1998-2003", "Expires in    1998-2003", &[]);
    check("Swaps    597    15    1998-", "Swaps", &["597", "15", "1998-"]);
    check("Notes due    1998-", "Notes due", &["1998-"]);
}

#[test]
fn fractions_and_ranges_of_prices() {
    check("High     24-1/2   $26-1/8   25", "High", &["24-1/2", "$26-1/8", "25"]);
    check("Rate     7-1/2%   (8-1/4)%", "Rate", &["7-1/2%", "(8-1/4)%"]);
    check(
        "shares   $36 3/8-$26 1/8 $34-$22 1/2 $65-$52 3/4",
        "shares",
        &["$36 3/8-$26 1/8", "$34-$22 1/2", "$65-$52 3/4"],
    );
    check(
        "shares   $25.00 -$16.00  $28.88 -$19.63",
        "shares",
        &["$25.00 -$16.00", "$28.88 -$19.63"],
    );
    check("Price  36 3/8-26 1/8   24-1/2 - 20-1/4", "Price", &["36 3/8-26 1/8", "24-1/2 - 20-1/4"]);
    check("Other   (3,263a)    (1,230)", "Other", &["(3,263a)", "(1,230)"]);
    check("Price   14-11 1/2    13-10 1/2", "Price", &["14-11 1/2", "13-10 1/2"]);
    check("Price  24\x02   $20\x01  9 \x03", "Price", &["24\x02", "$20\x01", "9 \x03"]);
    check("Price  24 1/2 - 20 1/4   3", "Price", &["24 1/2 - 20 1/4", "3"]);
    check(
        "Price   $36 3/8-     $33 1/2-    $   34-",
        "Price   $36 3/8-     $33 1/2-    $   34-",
        &[],
    );
    check("Sales   $155 to $165   50% to 52%   8", "Sales", &["$155 to $165", "50% to 52%", "8"]);
    check("Sales  $1,090-1,110  $1,085-$1,105", "Sales", &["$1,090-1,110", "$1,085-$1,105"]);
    check("Due in   5 to 10   $1,204", "Due in   5 to 10", &["$1,204"]);
    check("from $10 to $20   1,204", "from $10 to $20", &["1,204"]);
}

#[test]
fn figures_with_units() {
    check("Load factor   66.7%   2.1 pts.   (1.1) pts", "Load factor", &["66.7%", "2.1", "(1.1)"]);
    check("Spread   25 bp   (12) bps", "Spread", &["25", "(12)"]);
    check("Margin   2.3pts   (1.3)pts", "Margin", &["2.3", "(1.3)"]);
    check("Yield   13.67c   0.7   12.7p", "Yield", &["13.67c", "0.7", "12.7p"]);
    check("Cost   1,140  (580) A  --", "Cost", &["1,140", "(580)", "--"]);
    check("Tax   85   $ 317 C   402 A", "Tax", &["85", "$ 317", "402"]);
    check("Cash   301,636   1,129,000 a   1,430", "Cash", &["301,636", "1,129,000", "1,430"]);
    check("Income  10.5a  (184.1)c  4.8%e  -d", "Income", &["10.5", "(184.1)", "4.8%", "-"]);
    check("Shares   28.4b   36.1", "Shares", &["28.4b", "36.1"]);
    check("Schedule 13 D", "Schedule 13 D", &[]);
    check("Hours   9:51   10:04   2.4", "Hours", &["9:51", "10:04", "2.4"]);
    check("Ratio   2.1:1   1.80:1", "Ratio", &["2.1:1", "1.80:1"]);
    check("Sales   US$ 181   US$(1.42)  US$4", "Sales", &["US$ 181", "US$(1.42)", "US$4"]);
    check("Ratio   2.1 to 1   1.9 to 1", "Ratio", &["2.1 to 1", "1.9 to 1"]);
    check("rose by 25 bps", "rose by 25 bps", &[]);
    check(
        "accounts of $91($87 in 1995)1,496    1,931",
        "accounts of $91($87 in 1995)1,496",
        &["1,931"],
    );
    check("Lease, Tacoma, Washington. (1)", "Lease, Tacoma, Washington. (1)", &[]);
}

#[test]
fn prose_has_no_figures() {
    check(
        "at an average price of $560.6 million comprises",
        "at an average price of $560.6 million comprises",
        &[],
    );
    check("ended December 31, 1997", "ended December 31, 1997", &[]);
    check("Call (408) 435-0800", "Call (408) 435-0800", &[]);
    check("NINE MONTHS ENDED SEPT. 30", "NINE MONTHS ENDED SEPT. 30", &[]);
    check("Instruments (Statement No. 133)", "Instruments (Statement No. 133)", &[]);
    check("options under SFAS No. 123", "options under SFAS No. 123", &[]);
    check("Period   3/31/04", "Period   3/31/04", &[]);
    check("Assets   31.03.02   31.12.2001", "Assets   31.03.02   31.12.2001", &[]);
    check("Sep. 30,1996   Dec 31,1995", "Sep. 30,1996   Dec 31,1995", &[]);
}
