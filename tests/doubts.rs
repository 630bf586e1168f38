//! Figures that break what holds for every statement of their kind are told.

use ex99::diagnostic::Code;
use ex99::extract;

/// Where a text gives rise to a doubt.
fn doubts(text: &str, code: Code) -> Vec<(u32, u32)> {
    let filing = extract("test", text.as_bytes()).expect("a text");
    let doubts = filing.diagnostics.iter().filter(|d| d.code == code);
    doubts.map(|d| (d.line, d.column)).collect()
}

/// Where sums of a text do not come out.
fn out_of_balance(text: &str) -> Vec<(u32, u32)> {
    doubts(text, Code::DoesNotBalance)
}

#[test]
fn a_table_beside_another_is_no_label() {
    let sides = "\
CONSOLIDATED BALANCE SHEET
(in thousands)
                     June 30,                             June 30,
                        1999                                 1999
Cash                 $  1,200    Accounts payable         $  1,500
Receivables             2,300    Notes payable               1,000
Inventories             3,100    Shareholders' equity        4,100
Total                $  6,600    Total                    $  6,600
";
    let left = [(5, 25), (6, 25), (7, 25), (8, 25)];
    assert_eq!(doubts(sides, Code::UnplacedNumber), left);
    // Signs stand on the first and the last amount alone.
    let plain = sides.replace("2,300", "  230").replace("3,100", "  310");
    assert_eq!(doubts(&plain, Code::UnplacedNumber), [(5, 25), (6, 27), (7, 27), (8, 25)]);
    // Two such labels may be wordy ones.
    let few: Vec<&str> = sides.lines().take(6).collect();
    assert_eq!(doubts(&few.join("\n"), Code::UnplacedNumber), []);
}

#[test]
fn an_amount_too_close_behind_the_first_label_is_no_word_of_it() {
    let sheet = "\
CONSOLIDATED BALANCE SHEET
(in thousands)
                                             June 30, 1999
Accounts receivable, less allowance of $120 $(57,545)
Other current assets:
Inventories                                    3,100
Total assets                                  60,645
";
    assert_eq!(doubts(sheet, Code::UnplacedNumber), [(4, 45)]);
    // Right above the first row, it is one itself.
    let row = sheet.replace("Other current assets:\n", "");
    assert_eq!(doubts(&row, Code::UnplacedNumber), []);
    // `$120` ends the words of a label, far from the column.
    let label = sheet.replace(" $(57,545)", "");
    assert_eq!(doubts(&label, Code::UnplacedNumber), []);
}

#[test]
fn a_leader_that_may_be_a_point_is_told() {
    let margins = "\
CONSOLIDATED STATEMENTS OF INCOME
(in thousands)
                                1999     1998     1997
Net sales ...................12,450   11,920   10,870
Gross margin ................33.6%    31.9%    30.2%
Operating margin .............2%      2.9%     3.1%
";
    assert_eq!(doubts(margins, Code::Misprint), [(6, 31)]);
    // The others are whole as well, or a blank stands before it.
    assert_eq!(doubts(&margins.replace("2.9%", "3%  "), Code::Misprint), []);
    assert_eq!(doubts(&margins.replace("..2%", ". 2%"), Code::Misprint), []);
    // One other tells it of a percentage.
    assert_eq!(doubts(&margins.replace("   3.1%", ""), Code::Misprint), [(6, 31)]);
}

#[test]
fn a_point_among_commas_is_told() {
    let point = "\
CONSOLIDATED STATEMENTS OF INCOME
(in millions)
                          Years ended June 30,
                      1999       1998       1997
Net sales           $3,204     $2.871     $2,690
Cost of sales        2,105      1,904      1,822
Net income           1,099        967        868
";
    assert_eq!(doubts(point, Code::Misprint), [(5, 32)]);
    // Amounts may all be printed so.
    let points = point.replace("$3,204", "$3.204").replace("$2,690", "$2.690");
    assert_eq!(doubts(&points, Code::Misprint), []);
    let comma = point.replace("$2.871", "$2,871");
    assert_eq!(doubts(&comma, Code::Misprint), []);
    // Of one column, the amounts above and below tell.
    let one = "\
CONSOLIDATED BALANCE SHEET
(in thousands)
                      June 30, 1999
Cash                         $3,204
Receivables                   2.105
Inventories                   1,904
";
    assert_eq!(doubts(one, Code::Misprint), [(5, 31)]);
    // Prices of two years are printed so.
    let prices = point.replace(
        "Net income           1,099        967        868",
        "Price per gallon     1.099      1.067      1.068",
    );
    assert_eq!(doubts(&prices.replace("2.871", "2,871"), Code::Misprint), []);
}

#[test]
fn a_scale_supposed_of_the_table_right_below_is_told() {
    let notes = "\
The partnership's condensed balance sheets are as follows (in thousands):

December 31,                        1996       1995
Current assets                   $ 1,204    $ 1,087
Plant and equipment                2,890      2,764
Total assets                     $ 4,094    $ 3,851
Current liabilities              $   912    $   884
Long-term debt                     1,005      1,064
Total liabilities                $ 1,917    $ 1,948
Partners' capital                  2,177      1,903
Total liabilities and capital    $ 4,094    $ 3,851

Year ended December 31,       1996       1995       1994
Revenues                   $ 3,405    $ 3,118    $ 2,906
Costs                        3,011      2,790      2,655
Net income                 $   394    $   328    $   251
";
    let scales = |text: &str| -> Vec<Option<u32>> {
        let filing = extract("test", text.as_bytes()).expect("a text");
        filing.statements.iter().map(|s| s.scale).collect()
    };
    assert_eq!(doubts(notes, Code::UnknownScale), [(14, 1)]);
    assert_eq!(scales(notes), [Some(1000), Some(1000)]);
    // Of another size, or behind a sentence, they may be printed otherwise.
    let in_full = notes.replace("3,405", "3,405,118").replace("3,118", "3,118,204");
    assert_eq!(scales(&in_full), [Some(1000), None]);
    let apart = notes.replace(
        "Year ended",
        "It sold the plant of Camden in May 1996.

Year ended",
    );
    assert_eq!(scales(&apart), [Some(1000), None]);
}

#[test]
fn few_shares_without_a_scale_are_told() {
    let options = "\
OPTIONS OUTSTANDING AT JUNE 30, 1999

Range of prices        Shares     Average price
$ 2.24 - $17.00            65         $  9.64
 17.01 -  24.00            53           20.81
";
    assert_eq!(doubts(options, Code::UnknownScale), [(4, 1)]);
    // So many may be counted in full.
    let in_full = options.replace("    65 ", "65,400 ").replace("    53 ", "53,100 ");
    assert_eq!(doubts(&in_full, Code::UnknownScale), []);
    let scaled = options.replace("JUNE 30, 1999", "JUNE 30, 1999 (IN THOUSANDS)");
    assert_eq!(doubts(&scaled, Code::UnknownScale), []);
}

#[test]
fn sides_of_a_balance_sheet_agree() {
    let sheet = "\
CONSOLIDATED BALANCE SHEETS
(in thousands)
                                            June 30,    June 30,
                                                1999        1998
Cash                                        $  1,200    $    900
Inventories                                    2,300       2,100
Total assets                                $  3,500    $  3,000

Accounts payable                            $  1,500    $  1,400
Shareholders' equity                           2,000       1,600
Total liabilities and shareholders' equity  $  3,500    $  3,000
";
    assert_eq!(out_of_balance(sheet), []);
    let misprint = sheet.replace("equity  $  3,500", "equity  $  3,600");
    assert_eq!(out_of_balance(&misprint), [(11, 45)]);
}

#[test]
fn cash_moves_by_its_change() {
    let flows = "\
CONSOLIDATED STATEMENTS OF CASH FLOWS
(in thousands)
                                             Year ended June 30,
                                                1999        1998
Net cash provided by operating activities   $    700    $    250
Net cash used in investing activities           (401)       (150)
Net increase in cash                             300         100
Cash at beginning of year                        900         800
Cash at end of year                         $  1,200    $    900
";
    assert_eq!(out_of_balance(flows), []);
    let misprint = flows.replace("  800\n", "  600\n");
    assert_eq!(out_of_balance(&misprint), [(9, 57)]);
    // A unit is rounding, two are not.
    assert_eq!(out_of_balance(&flows.replace("  800\n", "  801\n")), []);
    assert_eq!(out_of_balance(&flows.replace("  800\n", "  802\n")), [(9, 57)]);
    // Exchange rates move it as well.
    let rates = misprint
        .replace("Cash at beg", "Effect of exchange rates             -     200\nCash at beg");
    assert_eq!(out_of_balance(&rates), []);
}

#[test]
fn what_may_be_counted_among_data_of_operations_is_told() {
    let data = "\
SELECTED FINANCIAL AND OPERATING DATA
(dollars in thousands)

                                             Year ended June 30,
                                                1999        1998
Revenues                                    $118,206    $112,402
Service bays                                   1,402       1,366
Stores                                           118         112
Interest expense                               4,118       3,966
";
    assert_eq!(doubts(data, Code::UnknownScale), [(7, 48)]);
    // A dollar sign tells what it is.
    let signed = data.replace(
        "Service bays                                   1,402",
        "Service bays                                 $ 1,402",
    );
    assert_eq!(doubts(&signed, Code::UnknownScale), []);
    // So does a title that speaks of amounts alone, but not right beside what is counted.
    let amounts = data.replace("FINANCIAL AND OPERATING DATA", "FINANCIAL DATA");
    assert_eq!(doubts(&amounts, Code::UnknownScale), [(7, 48)]);
    let stores = "Stores                                           118         112\n";
    assert_eq!(doubts(&amounts.replace(stores, ""), Code::UnknownScale), []);
}

#[test]
fn numbers_that_labels_swallow_are_told() {
    let data = "\
FLEET AND RESULTS
(in thousands)
                                             Year ended June 30,
                                                1999        1998
Sedans            35      and others        $118,206    $112,402
Vans              31      and others          64,118      61,020
Trucks            12      and others          21,402      20,366
";
    assert_eq!(doubts(data, Code::UnplacedNumber), [(5, 19), (6, 19), (7, 19)]);
    // One number alone may be a word of its label.
    let alone = data.replace("31 ", "   ").replace("12 ", "   ");
    assert_eq!(doubts(&alone, Code::UnplacedNumber), []);
}

#[test]
fn numbers_among_words_behind_figures_are_told() {
    let data = "\
Property and equipment consist of the following (in thousands):

                                 December 31,
                             1997         1996      Useful Lives
                           --------     --------   ---------------
Land                       $  1,000     $  1,000
Buildings                     5,000        4,800   20-40 years
Furniture                       800          700   Note 3
                           --------     --------
                           $  6,800     $  6,500
";
    assert_eq!(doubts(data, Code::UnplacedNumber), [(7, 52)]);
}

#[test]
fn what_is_printed_like_a_figure_ends_no_label() {
    let income = "\
CONSOLIDATED STATEMENTS OF INCOME
(in thousands)
                                             1998            1997
                                           --------        --------
Net sales                                  $ 45,210        $ 40,118
Cost of sales                                3O,112          27,340
Selling expenses                              9,004           8,112
Interest expense                               118'             204
Net income                                 $  6,094        $  4,65O
";
    assert_eq!(doubts(income, Code::UnplacedNumber), [(8, 48)]);
    assert_eq!(doubts(income, Code::Misprint), [(6, 46), (9, 60)]);
    let printed_well = income.replace("3O", "30").replace("118'", " 118").replace("5O", "50");
    assert_eq!(doubts(&printed_well, Code::UnplacedNumber), []);
    // The higher price of a range ends a label.
    let options = "\
OPTIONS OUTSTANDING
                           Shares    Average Price
$  4.00  to  $ 10.00       11,204          $  7.33
$ 10.01  to  $ 20.00        4,118          $ 14.50
$ 20.01  to  $ 30.00       24,310          $ 23.71
";
    assert_eq!(doubts(options, Code::UnplacedNumber), []);
}

#[test]
fn rows_of_equity_that_no_day_dates_are_told_together() {
    let equity = "\
CONSOLIDATED STATEMENTS OF SHAREHOLDERS' EQUITY
(In thousands)
                                Common     Retained
                                 Stock     Earnings      Total
Balance at beginning of year    $  112     $ 38,118   $ 38,230
Net income                           -        2,114      2,114
Balance at end of year          $  112     $ 40,232   $ 40,344

Balance at beginning of year    $  112     $ 40,232   $ 40,344
Net income                           -        3,114      3,114
Balance at end of year          $  112     $ 43,346   $ 43,458
";
    assert_eq!(doubts(equity, Code::ColumnWithoutPeriod), [(5, 33)]);
    // The first balance names its day, the one below what came then does not.
    let day = equity.lines().take(6).collect::<Vec<_>>().join("\n");
    let day = day.replace("Balance at beginning of year", "Balance, June 30, 1999      ");
    assert_eq!(doubts(&day, Code::ColumnWithoutPeriod), [(6, 38)]);
    let dated = format!("{day}\nBalance, June 30, 2000          $  112     $ 40,232   $ 40,344\n");
    assert_eq!(doubts(&dated, Code::ColumnWithoutPeriod), []);
}

#[test]
fn a_row_that_dated_columns_do_not_date_is_told_alone() {
    let rents = "\
Rents to be paid in years ending June 30 are as follows (in thousands):

1999                                  $ 1,204
2000                                    1,118
Thereafter                              3,204
                                      -------
                                      $ 5,526
";
    assert_eq!(doubts(rents, Code::ColumnWithoutPeriod), [(5, 41)]);
}

#[test]
fn some_thousand_shares_without_a_scale_are_told() {
    let options = "\
Stock options were as follows:

                                   Shares
Outstanding at June 30, 1998        9,204
Granted                               318
Outstanding at June 30, 1999        9,522
";
    assert_eq!(doubts(options, Code::UnknownScale), [(4, 1)]);
    let many = options.replace("9,204", "1,219,204").replace("9,522", "1,219,522");
    assert_eq!(doubts(&many, Code::UnknownScale), []);
}

#[test]
fn a_last_number_that_may_be_that_of_the_page_is_told() {
    let page = "\
CONSOLIDATED BALANCE SHEET
(In thousands)
                                  June 30, 1999
Cash                                   $  1,204
Total assets                           $ 31,322
Number of stores                             12
                                             13
<PAGE>
";
    assert_eq!(doubts(page, Code::Misprint), [(7, 46)]);
    // The sum of a column stands below a rule.
    let sum = page.replace(
        "Number of stores                             12\n",
        "Number of stores                             12\n                                        -------\n",
    );
    assert_eq!(doubts(&sum, Code::Misprint), []);
    assert_eq!(doubts(&page.replace("<PAGE>\n", ""), Code::Misprint), []);
}

#[test]
fn what_one_customer_may_cost_is_told() {
    let costs = "\
CONSOLIDATED STATEMENTS OF OPERATIONS
(In thousands)
                                  Three months ended March 31,
                                      2000        1999
Net sales                         $ 41,204    $ 38,118
Net loss                          $ (2,114)   $ (1,908)
Customer acquisition cost         $     18    $     22
";
    assert_eq!(doubts(costs, Code::UnknownScale), [(7, 35)]);
    let all = costs.replace("$     18", "$  1,118").replace("$     22", "$  1,322");
    assert_eq!(doubts(&all, Code::UnknownScale), []);
}

#[test]
fn a_number_below_the_first_column_is_no_word_of_its_label() {
    let walk = "\
RECONCILIATION OF NET INCOME TO ADJUSTED EBITDA
(in thousands)
                                                        1996          1995
Net income                                              714,382       34,004
Depreciation and amortization (Note 6)                  81            622
Restructuring charges                                   832           525,072
";
    assert_eq!(doubts(walk, Code::UnplacedNumber), []);
    let close = walk.replace(
        "Depreciation and amortization (Note 6)                  81 ",
        "Depreciation and amortization of tools, moulds (Note 6) 81 ",
    );
    assert_eq!(doubts(&close, Code::UnplacedNumber), [(5, 57)]);
}

#[test]
fn things_among_amounts_of_all_kinds_are_told() {
    let highlights = "\
FINANCIAL HIGHLIGHTS
(In thousands)

                                 Three Months Ended
                                     June 30,
                                 2003        2002
Net sales                     $ 42,110    $ 40,300
Gross profit                    12,100      11,900
Net income                    $  1,030    $    910
Outlet stores                      118         112
";
    assert_eq!(doubts(highlights, Code::UnknownScale), [(10, 36)]);
    // Below what they bring, they are amounts.
    let divisions = highlights.replace("Outlet stores ", "Sales by division:\nOutlet stores ");
    assert_eq!(doubts(&divisions, Code::UnknownScale), []);
    let signed = highlights.replace("      118         112", "$     118    $    112");
    assert_eq!(doubts(&signed, Code::UnknownScale), []);
}

#[test]
fn whole_numbers_among_amounts_with_points_are_told() {
    let data = "\
SUPPLEMENTAL DATA
(dollars in millions)

                                 Three Months Ended
                                     June 30,
                                 2003        2002
Revenues                      $  412.3    $  398.1
Medical costs                    301.7       288.4
Net income                        21.7        18.4
Affiliated plans                    42          38
";
    assert_eq!(doubts(data, Code::UnknownScale), [(10, 37)]);
    // Words of money, a sign or a point say that they are amounts.
    for (from, to) in [("Affiliated plans", "Interest expense"), ("  42", "42.0"), ("  42", "$ 42")]
    {
        assert_eq!(doubts(&data.replace(from, to), Code::UnknownScale), []);
    }
}

#[test]
fn rows_below_a_heading_of_things_are_told() {
    let data = "\
SEGMENT INFORMATION
(dollars in thousands)

                                 Three Months Ended
                                     June 30,
                                 2003        2002
Operating revenues            $ 41,230    $ 39,810
Operating expenses              30,170      28,840
Customers:
  Farm and ranch                   241         238
";
    assert_eq!(doubts(data, Code::UnknownScale), [(10, 36)]);
    // Below what customers owe, they are amounts.
    let owed = data.replace("Customers:", "Due from customers:");
    assert_eq!(doubts(&owed, Code::UnknownScale), []);
}

#[test]
fn rates_among_amounts_with_points_are_told() {
    let data = "\
SUPPLEMENTAL DATA
(dollars in millions)

                                 Three Months Ended
                                     June 30,
                                 2003        2002
Revenues                      $  412.3    $  398.1
Medical costs                    301.7       288.4
Operating profit                  21.7        18.4
Operating margin                   5.3         4.6
";
    assert_eq!(doubts(data, Code::UnknownScale), [(10, 36)]);
    // A sign says that they are amounts, or that they are none.
    assert_eq!(doubts(&data.replace("  5.3", "$ 5.3"), Code::UnknownScale), []);
    assert_eq!(doubts(&data.replace("5.3 ", "5.3%"), Code::UnknownScale), []);
    // What is left of sales is told by what these cost.
    let margin = data.replace("Operating margin", "Gross margin    ");
    let margin = margin.replace("SUPPLEMENTAL", "SELECTED FINANCIAL");
    assert_eq!(doubts(&margin, Code::UnknownScale), [(10, 36)]);
    let cost = margin.replace("Medical costs", "Cost of sales");
    assert_eq!(doubts(&cost, Code::UnknownScale), []);
}

#[test]
fn names_of_what_may_be_earned_tell_nothing_of_each_other() {
    let clubs = "\
SELECTED DATA
(in thousands, except per share data)

                                           2003          2002
Revenues                              $  41,310     $  38,204
Number of stockholders                      100           100
Interest income                           1,100         1,200
Rooms                                     1,100         1,200
Membership                                1,100         1,200
";
    assert_eq!(doubts(clubs, Code::UnknownScale), [(8, 43), (9, 43)]);
    // Next to those who are surely counted, members are.
    let employees = clubs.replace("Rooms    ", "Employees");
    assert_eq!(doubts(&employees, Code::UnknownScale), []);
}

#[test]
fn things_in_a_table_that_counts_others_are_told() {
    let hotels = "\
HOTEL RESULTS
(dollars in thousands)

                                 Three Months Ended
                                     June 30,
                                 2000        1999
Number of hotels                    41          39
Room revenue                  $ 41,204    $ 38,110
Hotel costs                     22,310      21,950
Rooms under construction           412         288
";
    assert_eq!(doubts(hotels, Code::UnknownScale), [(10, 36)]);
    // Among amounts alone, what is built has its cost.
    let amounts = hotels.replace("Number of hotels  ", "Hotel fees earned ");
    assert_eq!(doubts(&amounts, Code::UnknownScale), []);
}

#[test]
fn what_became_of_something_among_amounts_is_told() {
    let data = "\
SUPPLEMENTAL INFORMATION
(in thousands)

                                 Three Months Ended
                                     June 30,
                                 2003        2002
Revenues                      $ 81,203    $ 79,801
Operating expenses              61,203      59,801
Contracts signed                 4,116       3,913
Dividends declared               1,204       1,188
";
    assert_eq!(doubts(data, Code::UnknownScale), [(9, 34)]);
    // Below what they bring, they are amounts.
    let brought = data.replace("Contracts signed", "Revenues from:\nContracts signed");
    assert_eq!(doubts(&brought, Code::UnknownScale), []);
}

#[test]
fn rows_with_a_scale_of_their_own_and_no_word_for_money_are_told() {
    let data = "\
SEGMENT INFORMATION
(dollars in millions)

                                 Three Months Ended
                                     June 30,
                                 2003        2002
Net premiums written          $  412.3    $  398.1
Claims reported (thousands)       48.2        47.0
";
    assert_eq!(doubts(data, Code::UnknownScale), [(8, 35)]);
    let money = data.replace("Claims reported (thousands)", "Claims cost (thousands)    ");
    assert_eq!(doubts(&money, Code::UnknownScale), []);
}

#[test]
fn amounts_in_full_among_others_in_millions_are_told() {
    let income = "\
CONSOLIDATED STATEMENTS OF INCOME
(in millions)

                                 Three Months Ended
                                     June 30,
                                   2003        2002
Product sales                  $     18    $     17
Service revenues                      5           4
Total sales                 $23,000,000 $21,000,000
Cost of sales                        15          14
";
    assert_eq!(doubts(income, Code::UnknownScale), [(9, 29)]);
    let scaled = income.replace("$23,000,000 $21,000,000", "$        23 $        21");
    assert_eq!(doubts(&scaled, Code::UnknownScale), []);
}

#[test]
fn what_is_not_available_in_a_column_of_its_own_is_told() {
    let page = "\
CONSOLIDATED STATEMENTS OF OPERATIONS
(In thousands)

                        Year Ended                         Year Ended
                       December 31,                       December 31,
                           1996                               1996
                        Historical       Adjustments       Pro Forma
Net revenues               27,538           61,060               N/A
Cost of revenues              735           56,970
";
    assert_eq!(doubts(page, Code::UnplacedNumber), [(8, 66)]);
    // A star may be the mark of a note.
    assert_eq!(doubts(&page.replace("N/A", "  *"), Code::UnplacedNumber), []);
}

#[test]
fn a_table_that_is_none_of_a_statement_is_told() {
    let properties = "\
   The Company owns or leases the following properties:

      Location                  Owned or Leased             Use                  Square Feet
      --------                  ---------------             ---                  -----------
Dayton, Ohio                    Owned                       Manufacturing            120,000
Toledo, Ohio                    Leased                      Warehouse                 45,000
Akron, Ohio                     Leased                      Office                    12,500
";
    assert_eq!(doubts(properties, Code::SkippedTable), [(5, 86)]);
    // Pages are no amounts.
    let pages = properties.replace(",000", "").replace(",500", "");
    assert_eq!(doubts(&pages, Code::SkippedTable), []);
}
