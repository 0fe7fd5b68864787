// Package webhooks verifies deliveries of webhooks of the Business Management Cloud Service. Copy this file: it needs nothing but Go 1.21.
//
//	body, err := io.ReadAll(r.Body)
//	verified, err := webhooks.Verify(r.Header.Get(webhooks.SignatureHeader), body, secret)
//
// The body must be the bytes as they came. A body that was parsed and written again is another one, and does not verify.
package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// SignatureHeader has the name of the product in place of Service in a live installation.
	SignatureHeader = "Service-Signature"
	// DefaultTolerance is that of the source (Limits: Default signature timestamp tolerance in official libraries).
	DefaultTolerance = 5 * time.Minute
)

// Error says why a delivery was refused (Errors: Signature verification failure).
type Error struct {
	// Code is stable, Message is for people.
	Code, Message string
}

func (e *Error) Error() string { return e.Message }

// Why a delivery is refused; ask with errors.Is or errors.As.
var (
	ErrMissingHeader   = &Error{"missing-header", "the delivery has no signature header"}
	ErrMalformedHeader = &Error{"malformed-header", "the signature header needs one t element of 1 to 15 digits"}
	ErrNoTimestamp     = &Error{"no-timestamp", "the signature header has no t element"}
	ErrNoV2            = &Error{"no-v2", "the signature header has no v2 element"}
	ErrMismatch        = &Error{"mismatch", "no v2 element of the header signs this body with this secret"}
	ErrTooOld          = &Error{"too-old", "the delivery was signed too long ago"}
	ErrTooNew          = &Error{"too-new", "the delivery was signed too far in the future"}
)

// ErrNoSecret is the fault of the receiver, and not of the delivery.
var ErrNoSecret = errors.New("secret must not be empty: anybody could sign with it")

var digits = regexp.MustCompile(`^[0-9]{1,15}$`)

// Verified says when a delivery was signed, and with which of several secrets, counted from 0.
type Verified struct {
	Timestamp   time.Time
	SecretIndex int
}

// Verify judges a delivery now, with the default tolerance. The header is the value of the signature header, empty where there is none. The
// secret is what the creation of the webhook answered, as it is; give several while one webhook replaces another.
func Verify(header string, body []byte, secrets ...string) (Verified, error) {
	return VerifyAt(header, body, secrets, time.Now(), DefaultTolerance)
}

// VerifyAt judges a delivery at a time and with a tolerance of your choice, both in whole seconds.
func VerifyAt(header string, body []byte, secrets []string, now time.Time, tolerance time.Duration) (Verified, error) {
	if len(secrets) == 0 || slices.Contains(secrets, "") {
		return Verified{}, ErrNoSecret
	}
	timestamp, signatures, err := parse(header)
	if err != nil {
		return Verified{}, err
	}
	matched := -1
	for index, secret := range secrets {
		// Signature: Signed string. The timestamp is signed as it is written.
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		expected := []byte(hex.EncodeToString(mac.Sum(nil)))
		for _, signature := range signatures {
			// Signature: verification step 4. Each value is compared, so that the time tells nothing.
			if hmac.Equal([]byte(signature), expected) {
				matched = index
			}
		}
	}
	if matched == -1 {
		return Verified{}, ErrMismatch
	}
	// Signature: verification step 5. It comes last, so that nobody learns about our clock without the secret.
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	age, limit := now.Unix()-seconds, int64(tolerance/time.Second)
	if age > limit {
		return Verified{}, ErrTooOld
	}
	if -age > limit {
		return Verified{}, ErrTooNew
	}
	return Verified{time.Unix(seconds, 0), matched}, nil
}

// parse gives the timestamp and the v2 values. All other elements are ignored (Signature: Header format, Valid scheme).
func parse(header string) (timestamp string, signatures []string, err error) {
	if header == "" {
		return "", nil, ErrMissingHeader
	}
	var timestamps []string
	for _, element := range strings.Split(header, ",") {
		// Signature: verification step 1. An element ends its name at its first equals sign.
		if value, found := strings.CutPrefix(element, "t="); found {
			timestamps = append(timestamps, value)
		} else if value, found := strings.CutPrefix(element, "v2="); found {
			signatures = append(signatures, value)
		}
	}
	switch {
	case len(timestamps) == 0:
		return "", nil, ErrNoTimestamp
	case len(timestamps) > 1 || !digits.MatchString(timestamps[0]):
		return "", nil, ErrMalformedHeader
	case len(signatures) == 0:
		return "", nil, ErrNoV2
	}
	return timestamps[0], signatures, nil
}
