//! Reads { patterns, texts } and writes, for each pattern, whether it matches each text: a string of 0 and 1.
use serde_json::{json, Value};

fn main() {
    let input: Value = serde_json::from_reader(std::io::stdin()).unwrap();
    let texts = strings(&input["texts"]);
    let answers: Vec<String> = strings(&input["patterns"]).iter().map(|pattern| answer(pattern, &texts)).collect();
    println!("{}", json!({ "regex": answers }));
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn answer(pattern: &str, texts: &[&str]) -> String {
    let expression = regex::Regex::new(pattern).unwrap();
    texts.iter().map(|text| if expression.is_match(text) { '1' } else { '0' }).collect()
}
