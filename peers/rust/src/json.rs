/// A JSON value: a scalar has a text, a list and an object have members, those of a list without names.
#[derive(Debug, Default)]
pub struct Json {
    text: String,
    members: Vec<(String, Json)>,
}

static NOTHING: Json = Json { text: String::new(), members: Vec::new() };

impl Json {
    pub fn parse(line: &str) -> Option<Json> {
        Json::value(&mut line.chars().peekable())
    }

    /// A member; without content if there is none.
    pub fn get(&self, name: &str) -> &Json {
        self.members.iter().find(|member| member.0 == name).map_or(&NOTHING, |member| &member.1)
    }

    pub fn first(&self) -> &Json {
        self.members.first().map_or(&NOTHING, |member| &member.1)
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number; 0 if it is none.
    pub fn number(&self) -> u64 {
        self.text.parse().unwrap_or(0)
    }

    fn value(rest: &mut Rest) -> Option<Json> {
        match next_but(rest, &[])? {
            '"' => Some(Json { text: string(rest)?, ..Json::default() }),
            opening @ ('{' | '[') => {
                let mut members = Vec::new();
                while !matches!(peek_but(rest, &[','])?, '}' | ']') {
                    let mut name = String::new();
                    if opening == '{' {
                        next_but(rest, &[]).filter(|quote| *quote == '"')?;
                        name = string(rest)?;
                        next_but(rest, &[]).filter(|colon| *colon == ':')?;
                    }
                    members.push((name, Json::value(rest)?));
                }
                rest.next();
                Some(Json { members, ..Json::default() })
            }
            first => {
                let mut text = String::from(first);
                while let Some(next) = rest.next_if(|next| !",]} \n".contains(*next)) {
                    text.push(next);
                }
                Some(Json { text, ..Json::default() })
            }
        }
    }
}

type Rest<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn peek_but(rest: &mut Rest, skipped: &[char]) -> Option<char> {
    while rest.next_if(|next| next.is_whitespace() || skipped.contains(next)).is_some() {}
    rest.peek().copied()
}

fn next_but(rest: &mut Rest, skipped: &[char]) -> Option<char> {
    peek_but(rest, skipped)?;
    rest.next()
}

/// What follows the first quote.
fn string(rest: &mut Rest) -> Option<String> {
    let mut text = String::new();
    loop {
        match rest.next()? {
            '"' => return Some(text),
            '\\' => text.push(match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'u' => {
                    let code: String = (0..4).filter_map(|_| rest.next()).collect();
                    char::from_u32(u32::from_str_radix(&code, 16).ok()?).unwrap_or('?')
                }
                other => other,
            }),
            other => text.push(other),
        }
    }
}

/// A text in quotes.
pub fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| match c {
            '"' | '\\' => format!("\\{}", c),
            c if c.is_control() => format!("\\u{:04x}", c as u32),
            c => c.to_string(),
        })
        .collect();
    format!("\"{}\"", escaped)
}

#[cfg(test)]
mod tests {
    use super::{quoted, Json};

    #[test]
    fn members_are_found_whatever_stands_between_them() {
        let json = Json::parse(r#" {"a": {"b": [ "x\u00e9\n\"", 2 ], "none":null}, "n":12345678901234567 , "t":true}"#).unwrap();
        assert_eq!(json.get("a").get("b").first().text(), "xé\n\"");
        assert_eq!(json.get("n").number(), 12_345_678_901_234_567);
        assert_eq!(json.get("t").text(), "true");
        assert_eq!(json.get("missing").get("too").number(), 0);
    }

    #[test]
    fn a_line_that_is_cut_off_is_no_message() {
        for line in ["", "{", r#"{"a"#, r#"{"a":"#, r#"{"a":[1,"#, r#"{"a":{"b":1}"#] {
            assert!(Json::parse(line).is_none(), "{}", line);
        }
    }

    #[test]
    fn a_text_is_read_as_it_was_written() {
        let text = "tab\t quote\" backslash\\ é\n";
        assert_eq!(Json::parse(&quoted(text)).unwrap().text(), text);
    }
}
