// A receiver of webhooks with the standard library of Go alone.
//
//	SECRET=whsec_1234 PORT=8080 go run main.go
//
// POST /webhook takes deliveries; GET /effects says how often each event was processed, for a conformance run.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance = 5 * time.Minute
	bodyMax   = 1 << 20
)

var (
	secret = []byte(os.Getenv("SECRET"))
	digits = regexp.MustCompile(`^[0-9]{1,12}$`)
)

// isSigned says whether a v2 of the header is the HMAC of timestamp, point and body, and the timestamp near enough to now.
func isSigned(header string, body []byte) bool {
	timestamp, signatures := "", []string{}
	for _, element := range strings.Split(header, ",") {
		prefix, value, _ := strings.Cut(element, "=")
		switch prefix {
		case "t":
			timestamp = value
		case "v2":
			signatures = append(signatures, value)
		}
	}
	if !digits.MatchString(timestamp) {
		return false
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	if time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	matches := false
	for _, signature := range signatures {
		// hmac.Equal takes the same time wherever the values differ.
		matches = hmac.Equal([]byte(signature), expected) || matches
	}
	return matches
}

// store remembers which events were processed; a real one is a table, written in the transaction of the work.
type store struct {
	sync.Mutex
	processed map[string]int
}

// process does the work once for each event.
func (s *store) process(guid string) {
	s.Lock()
	defer s.Unlock()
	if s.processed[guid] == 0 {
		s.processed[guid] = 1
	}
}

func (s *store) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMax))
	if err != nil || !isSigned(r.Header.Get("Service-Signature"), body) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var event struct{ EventGuid string }
	if json.Unmarshal(body, &event) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.process(event.EventGuid)
	w.WriteHeader(http.StatusNoContent)
}

func (s *store) effects(w http.ResponseWriter, _ *http.Request) {
	s.Lock()
	defer s.Unlock()
	_ = json.NewEncoder(w).Encode(map[string]any{"processed": s.processed})
}

func main() {
	s := &store{processed: map[string]int{}}
	http.HandleFunc("POST /webhook", s.receive)
	http.HandleFunc("GET /effects", s.effects)
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
