#[path = "../src/json.rs"]
mod json;

use json::{quoted, Json};

#[test]
fn members_are_found_whatever_stands_between_them() {
    let json = Json::parse(r#" {"a": {"b": [ "x\u00e9\n\"", 2 ], "none":null}, "n":12345678901234567 , "t":true}"#).unwrap();
    assert_eq!(json.text("a.b.0"), "xé\n\"");
    assert_eq!(json.number("a.b.1"), 2);
    assert_eq!(json.number("n"), 12_345_678_901_234_567);
    assert_eq!(json.text("t"), "true");
    assert_eq!(json.number("missing.too"), 0);
}

#[test]
fn a_line_that_is_cut_off_is_no_message() {
    for line in ["", "{", r#"{"a"#, r#"{"a":"#, r#"{"a":[1,"#, r#"{"a":{"b":1}"#] {
        assert!(Json::parse(line).is_none(), "{line}");
    }
}

#[test]
fn a_text_is_read_as_it_was_written() {
    let text = "tab\t quote\" backslash\\ é\n";
    assert_eq!(Json::parse(&format!("[{}]", quoted(text))).unwrap().text("0"), text);
}
