// Reads { patterns, texts } and writes, for each pattern, whether RE2 matches each text: a string of 0 and 1.
package main

import (
	"encoding/json"
	"os"
	"regexp"
)

func main() {
	var input struct{ Patterns, Texts []string }
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		panic(err)
	}
	answers := make([]string, len(input.Patterns))
	for i, pattern := range input.Patterns {
		expression := regexp.MustCompile(pattern)
		for _, text := range input.Texts {
			if expression.MatchString(text) {
				answers[i] += "1"
			} else {
				answers[i] += "0"
			}
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(map[string][]string{"re2": answers}); err != nil {
		panic(err)
	}
}
