// A receiver of webhooks with the standard library of Go and verify.go. go.mod takes that from specs/examples/verify/go.
//
//	SECRET=whsec_1234 PORT=8080 go run main.go
//
// POST /webhook takes deliveries. GET /effects says how often each event was processed, for a conformance run.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"

	"business-cloud/webhooks"
)

const bodyMax = 1 << 20

var secret = os.Getenv("SECRET")

// store remembers which events were processed. A real one is a table, written in the transaction of the work.
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
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if _, err := webhooks.Verify(r.Header.Get(webhooks.SignatureHeader), body, secret); err != nil {
		log.Print(err)
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
