use std::collections::HashMap;
use std::{iter::Peekable, str::Chars};

/// The scalars of a JSON value by their paths, such as `session.token.hex`; members of a list have numbers.
#[derive(Debug, Default)]
pub struct Json(HashMap<String, String>);

impl Json {
    pub fn parse(line: &str) -> Option<Json> {
        let mut json = Json::default();
        json.value(String::new(), &mut line.chars().peekable())?;
        Some(json)
    }

    /// The text; empty if there is none.
    pub fn text(&self, path: &str) -> &str {
        self.0.get(path).map_or("", |text| text)
    }

    /// The number; 0 if there is none.
    pub fn number(&self, path: &str) -> u64 {
        self.text(path).parse().unwrap_or(0)
    }

    fn value(&mut self, path: String, rest: &mut Peekable<Chars>) -> Option<()> {
        let scalar = match next(rest)? {
            '"' => string(rest)?,
            opening @ ('{' | '[') => {
                for place in 0.. {
                    while rest.next_if(|c| *c == ',' || c.is_whitespace()).is_some() {}
                    if rest.next_if(|c| "]}".contains(*c)).is_some() {
                        break;
                    }
                    let mut name = place.to_string();
                    if opening == '{' {
                        next(rest).filter(|quote| *quote == '"')?;
                        name = string(rest)?;
                        next(rest).filter(|colon| *colon == ':')?;
                    }
                    self.value(if path.is_empty() { name } else { format!("{path}.{name}") }, rest)?;
                }
                return Some(());
            }
            first => {
                let mut text = String::from(first);
                while let Some(c) = rest.next_if(|c| !",]} \n".contains(*c)) {
                    text.push(c);
                }
                text
            }
        };
        self.0.insert(path, scalar);
        Some(())
    }
}

fn next(rest: &mut Peekable<Chars>) -> Option<char> {
    rest.find(|c| !c.is_whitespace())
}

/// What follows the first quote.
fn string(rest: &mut Peekable<Chars>) -> Option<String> {
    let mut text = String::new();
    loop {
        match rest.next()? {
            '"' => return Some(text),
            '\\' => text.push(match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'u' => {
                    let code: String = rest.take(4).collect();
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
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04x}", c as u32),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}
