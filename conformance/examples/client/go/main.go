// A client of the API with only the standard library of Go. The conformance suite starts it like this:
//
//	go build -o client . && business-cloud-conformance client -- ./client
//
// It does what CONFORMANCE_SCENARIO says, once, and exits with 0 if that succeeded.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

const attemptsMax = 4

type company struct{ id, licenseKey string }

var (
	word     = setting("HEADER_WORD")
	api      = "/api/" + setting("VERSION")
	own      = company{setting("COMPANY_ID"), setting("LICENSE_KEY")}
	other    = company{setting("OTHER_COMPANY_ID"), setting("OTHER_LICENSE_KEY")}
	objectID = setting("OBJECT_ID")
)

func setting(name string) string { return os.Getenv("CONFORMANCE_" + name) }

// answer is the answer to one attempt. Its status is 0 if the connection was lost.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func send(ctx context.Context, method, url string, header http.Header, body []byte) answer {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return answer{}
	}
	// Go's transport must not repeat requests by itself, because this client decides that.
	request.GetBody = nil
	request.Header = header
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return answer{}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}
	}
	return answer{response.StatusCode, response.Header, content}
}

func identity() http.Header {
	header := http.Header{}
	header.Set("X-"+word+"-ApiKey", setting("API_KEY"))
	header.Set("X-"+word+"-ApplicationId", setting("APPLICATION_ID"))
	return header
}

// session holds the token, which all calls share.
var session struct {
	sync.Mutex
	token string
}

// tokenAfter returns another token than the refused one. If another call has got a new one meanwhile, it returns that.
func tokenAfter(ctx context.Context, refused string) (string, error) {
	session.Lock()
	defer session.Unlock()
	if session.token == "" || session.token == refused {
		body, _ := json.Marshal(map[string]string{"UserName": setting("USERNAME"), "Password": setting("PASSWORD")})
		header := identity()
		header.Set("Content-Type", "application/json")
		came := send(ctx, http.MethodPost, setting("ADMIN_URL")+api+"/authenticate", header, body)
		if came.status != http.StatusOK {
			return "", fmt.Errorf("authenticate: %d", came.status)
		}
		session.token = came.header.Get("X-Token")
	}
	return session.token, nil
}

// call does one operation, with all its attempts.
func call(ctx context.Context, method, path string, of company, body any) ([]byte, error) {
	var content []byte
	if body != nil {
		content, _ = json.Marshal(body)
	}
	key := ""
	if method == http.MethodPost || method == http.MethodPut {
		// One key for the operation, made before its first attempt.
		key = newKey()
	}
	token, err := tokenAfter(ctx, "")
	if err != nil {
		return nil, err
	}
	renewed := false
	for attempt := 1; ; attempt++ {
		header := identity()
		header.Set("X-"+word+"-LicenseKey", of.licenseKey)
		header.Set("Authorization", "Bearer "+token)
		if content != nil {
			header.Set("Content-Type", "application/json")
		}
		if key != "" {
			header.Set("Idempotency-Key", key)
		}
		came := send(ctx, method, setting("CUSTOMER_URL")+api+path, header, content)
		if came.status >= 200 && came.status < 300 {
			return came.body, nil
		}
		if came.status == http.StatusUnauthorized && !renewed {
			renewed = true
			if token, err = tokenAfter(ctx, token); err != nil {
				return nil, err
			}
			continue
		}
		wanted := came.status == http.StatusConflict || came.status == http.StatusTooManyRequests
		lost := (came.status == 0 || came.status >= 500) && attempt < attemptsMax
		pause := max(waitAskedFor(came.header), time.Duration(attempt)*60*time.Millisecond)
		deadline, _ := ctx.Deadline()
		if !(wanted || lost) || time.Now().Add(pause).After(deadline) {
			return nil, fmt.Errorf("%s %s: %d", method, path, came.status)
		}
		time.Sleep(pause)
	}
}

func waitAskedFor(header http.Header) time.Duration {
	seconds, err := strconv.Atoi(header.Get("Retry-After"))
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

func newKey() string {
	key := make([]byte, 16)
	_, _ = rand.Read(key)
	return fmt.Sprintf("%x", key)
}

func getArticolo(ctx context.Context, of company) error {
	_, err := call(ctx, http.MethodGet, "/"+of.id+"/articolo/"+objectID, of, nil)
	return err
}

func createAnagrafica(ctx context.Context) error {
	_, err := call(ctx, http.MethodPost, "/"+own.id+"/Anagrafica", own, map[string]string{"nome": setting("NOME")})
	return err
}

func updateWebhook(ctx context.Context) error {
	path := "/config/webhook/" + objectID
	content, err := call(ctx, http.MethodGet, path, own, nil)
	if err != nil {
		return err
	}
	var webhook struct {
		AziendaID        *int64   `json:"aziendaId"`
		URL              string   `json:"url"`
		Description      string   `json:"description"`
		Events           []string `json:"events"`
		ConcurrencyToken int64    `json:"concurrencyToken"`
	}
	if err := json.Unmarshal(content, &webhook); err != nil {
		return err
	}
	changed := map[string]any{
		"AziendaId":        webhook.AziendaID,
		"Url":              webhook.URL,
		"Description":      webhook.Description + ", changed",
		"Events":           webhook.Events,
		"ConcurrencyToken": webhook.ConcurrencyToken,
	}
	_, err = call(ctx, http.MethodPut, path, own, changed)
	return err
}

func parallelReads(ctx context.Context) error {
	if err := getArticolo(ctx, own); err != nil {
		return err
	}
	errs := make([]error, 10)
	var reading sync.WaitGroup
	for index := range errs {
		reading.Add(1)
		go func() {
			defer reading.Done()
			errs[index] = getArticolo(ctx, own)
		}()
	}
	reading.Wait()
	return errors.Join(errs...)
}

func perform(ctx context.Context, scenario string) error {
	switch scenario {
	case "list-companies":
		_, err := call(ctx, http.MethodGet, "/config/Azienda", own, nil)
		return err
	case "get-articolo":
		return getArticolo(ctx, own)
	case "get-articolo-other":
		return errors.Join(getArticolo(ctx, own), getArticolo(ctx, other))
	case "create-anagrafica":
		return createAnagrafica(ctx)
	case "create-two":
		return errors.Join(createAnagrafica(ctx), createAnagrafica(ctx))
	case "update-webhook":
		return updateWebhook(ctx)
	case "delete-webhook":
		_, err := call(ctx, http.MethodDelete, "/config/webhook/"+objectID, own, nil)
		return err
	case "parallel-reads":
		return parallelReads(ctx)
	}
	return fmt.Errorf("%s is no scenario", scenario)
}

func main() {
	milliseconds, _ := strconv.Atoi(setting("DEADLINE_MS"))
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(milliseconds)*time.Millisecond)
	defer cancel()
	if err := perform(ctx, setting("SCENARIO")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
