#!/usr/bin/env bash
# Makes the vectors of this folder by openssl alone, so that no implementation is judged by itself.
#   generate.sh [FOLDER]     writes *.json into FOLDER (default: this folder)
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
folder="${1:-$here}"
work="$(mktemp -d)"
trap 'rm -r "$work"' EXIT
mkdir -p "$folder"
rm -f "$folder"/*.json

NOW=1700000000
SECRET='whsec_EXAMPLE_ONLY_7Jb2hQ'

# body NAME FORMAT: bytes by printf, kept under a name
body() { printf "$2" > "$work/$1"; }

# mac SECRET PREFIX BODY [DIGEST]: the MAC of prefix and body, in hex
mac() {
  local key
  key="$(printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n')"
  { printf '%s' "$2"; cat "$work/$3"; } | openssl dgst "-${4:-sha256}" -r -mac HMAC -macopt "hexkey:$key" | cut -d ' ' -f 1
}

# text JSON-STRING: quotes a text that has neither control characters nor quotes
text() { printf '"%s"' "$1"; }

# vector NAME EXPECTED RULES DESCRIPTION HEADER BODY [SECRET] [TOLERANCE]: HEADER `-` is none
vector() {
  local name="$1" expected="$2" rules="$3" description="$4" header="$5" body="$6" secret="${7:-$SECRET}" tolerance="${8:-300}"
  {
    printf '{\n'
    printf '  "description": %s,\n' "$(text "$description")"
    printf '  "rules": [%s],\n' "$(printf '"%s", ' $rules | sed 's/, $//')"
    printf '  "secret": %s,\n' "$(text "$secret")"
    printf '  "header": %s,\n' "$([ "$header" = - ] && echo null || text "$header")"
    printf '  "bodyBase64": "%s",\n' "$(base64 -w 0 < "$work/$body")"
    printf '  "nowSeconds": %s,\n' "$NOW"
    printf '  "toleranceSeconds": %s,\n' "$tolerance"
    printf '  "expected": "%s"\n' "$expected"
    printf '}\n'
  } > "$folder/$name.json"
}

# signed SECRET BODY [TIMESTAMP]: the header as the service writes it
signed() { printf 't=%s,v2=%s' "${3:-$NOW}" "$(mac "$1" "${3:-$NOW}." "$2")"; }

body event '{"Type":"articolo.Create","Object":{"id":7,"descrizione":"Vite","concurrencyToken":1},"EventGuid":"dac5d108-cb32-5864-a8a5-12d05ce2a26e","CompanyId":1,"ApplicationId":null}'
body changed '{"Type":"articolo.Create","Object":{"id":8,"descrizione":"Vite","concurrencyToken":1},"EventGuid":"dac5d108-cb32-5864-a8a5-12d05ce2a26e","CompanyId":1,"ApplicationId":null}'
body empty ''
body bom '\xef\xbb\xbf{"a":1}'
body no-bom '{"a":1}'
body nul 'a\0b\0'
body no-utf8 '{"a":"\xff\xc0\x80\xed\xa0\x80"}'
body replaced '{"a":"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}'
body spaced '{ "b" : 1.0,\r\n\t"a" : "\\u00e8 \xc3\xa8 \xf0\x9f\x98\x80 \\/" , "n": 12345678901234567890 }\n'
body compact '{"b":1,"a":"\xc3\xa8 \xc3\xa8 \xf0\x9f\x98\x80 /","n":12345678901234567000}'
body sorted '{"a":1,"b":2}'
body unsorted '{"b":2,"a":1}'
body newline '{"a":1}\n'
body points '.1700000000.{}'
for byte in $(seq 0 255); do printf "\\x$(printf %x "$byte")"; done > "$work/all-bytes"
long="$(printf 'k%.0s' $(seq 1 100))"
good="$(signed "$SECRET" event)"
v2="${good#*,v2=}"
zeros="$(printf '0%.0s' $(seq 1 64))"

vector valid-event accepted 'RCV-01 SIG-02' 'An event, as the service signs it' "$good" event
vector valid-empty-body accepted 'RCV-01' 'No body at all' "$(signed "$SECRET" empty)" empty
vector valid-byte-order-mark accepted 'RCV-11' 'A body that starts with a byte order mark' "$(signed "$SECRET" bom)" bom
vector valid-nul accepted 'RCV-11' 'A body with NUL bytes' "$(signed "$SECRET" nul)" nul
vector valid-no-utf8 accepted 'RCV-11' 'A body that is not UTF-8' "$(signed "$SECRET" no-utf8)" no-utf8
vector valid-all-bytes accepted 'RCV-11' 'Every byte there is' "$(signed "$SECRET" all-bytes)" all-bytes
vector valid-spaced accepted 'RCV-11' 'White space, escapes, an emoji, 1.0 and a large number' "$(signed "$SECRET" spaced)" spaced
vector valid-unsorted accepted 'RCV-11' 'Members in another order than the alphabet' "$(signed "$SECRET" unsorted)" unsorted
vector valid-body-with-points accepted 'SIG-02' 'A body that looks like the start of what is signed' "$(signed "$SECRET" points)" points
vector valid-secret-with-spaces accepted 'SIG-02' 'A secret is never trimmed' "$(signed ' whsec ' event)" event ' whsec '
vector valid-secret-not-ascii accepted 'SIG-02' 'A secret is its UTF-8 bytes' "$(signed 'chiave-è-😀' event)" event 'chiave-è-😀'
vector valid-secret-long accepted 'SIG-02' 'A secret longer than a block of SHA-256' "$(signed "$long" event)" event "$long"
vector valid-secret-like-base64 accepted 'SIG-02' 'A secret is not decoded, whatever it looks like' "$(signed 'whsec_MfKQ9r8GKYqrTwjU==' event)" event 'whsec_MfKQ9r8GKYqrTwjU=='
vector valid-v2-first accepted 'RCV-07' 'The elements in another order' "v2=$v2,t=$NOW" event
vector valid-first-of-two accepted 'RCV-06' 'Of several v2 values the first matches' "t=$NOW,v2=$v2,v2=$zeros" event
vector valid-second-of-two accepted 'RCV-06' 'Of several v2 values the last matches' "t=$NOW,v2=$zeros,v2=$v2" event
vector valid-middle-of-three accepted 'RCV-06' 'Of several v2 values the middle one matches' "t=$NOW,v2=,v2=$v2,v2=short" event
vector valid-other-elements accepted 'RCV-07' 'Other elements around, other schemes among them' "nonce=abc,v1=$zeros,t=$NOW,v20=x,v2=$v2,x-v2=y,T=1" event
vector valid-equals-in-another accepted 'RCV-07 RCV-08' 'Another element whose value has equals signs' "note=t=1=v2=2,t=$NOW,v2=$v2" event
vector valid-oldest accepted 'RCV-10' 'As old as the tolerance' "$(signed "$SECRET" event $((NOW - 300)))" event
vector valid-newest accepted 'RCV-10' 'As far in the future as the tolerance' "$(signed "$SECRET" event $((NOW + 300)))" event
vector valid-tolerance-zero accepted 'RCV-10' 'Signed now, with no tolerance' "$good" event "$SECRET" 0
vector valid-tolerance-wide accepted 'RCV-10' 'A day old, with a tolerance of a day' "$(signed "$SECRET" event $((NOW - 86400)))" event "$SECRET" 86400

vector missing-header missing-header 'RCV-04' 'No header' - event
vector missing-header-empty missing-header 'RCV-04' 'An empty header' '' event
vector no-timestamp no-timestamp 'RCV-04' 'No t' "v2=$v2" event
vector no-timestamp-upper-case no-timestamp 'RCV-04 RCV-07' 'T is not t' "T=$NOW,v2=$v2" event
vector no-timestamp-longer-prefix no-timestamp 'RCV-08' 'A prefix that only starts with t' "ts=$NOW,v2=$v2" event
vector no-v2 no-v2 'RCV-04' 'No v2' "t=$NOW" event
vector no-v2-v1 no-v2 'RCV-05' 'The right signature under v1' "t=$NOW,v1=$v2" event
vector no-v2-v3 no-v2 'RCV-05' 'The right signature under v3' "t=$NOW,v3=$v2" event
vector no-v2-v20 no-v2 'RCV-05' 'The right signature under v20' "t=$NOW,v20=$v2" event
vector no-v2-v02 no-v2 'RCV-05' 'The right signature under v02' "t=$NOW,v02=$v2" event
for bad in "junk ${NOW}junk" "empty " "negative -$NOW" "fraction $NOW.0" "exponent 17e8" "hexadecimal 0x6553f100" "plus +$NOW" "not-ascii ١٧٠٠٠٠٠٠٠٠"; do
  name="${bad%% *}" t="${bad#* }"
  vector "malformed-header-$name" malformed-header 'RCV-16' "A timestamp that is not digits only, though it was signed: $t" "t=$t,v2=$(mac "$SECRET" "$t." event)" event
done

vector mismatch-body-changed mismatch 'RCV-02' 'One byte of the body is another' "$good" changed
vector mismatch-body-longer mismatch 'RCV-02 RCV-11' 'A line feed was added' "$(signed "$SECRET" no-bom)" newline
vector mismatch-body-shorter mismatch 'RCV-02 RCV-11' 'A line feed was lost' "$(signed "$SECRET" newline)" no-bom
vector mismatch-body-gone mismatch 'RCV-02' 'The body was lost' "$good" empty
vector mismatch-byte-order-mark-lost mismatch 'RCV-11' 'A decoder took the byte order mark away' "$(signed "$SECRET" bom)" no-bom
vector mismatch-replaced mismatch 'RCV-11' 'A decoder replaced what is not UTF-8' "$(signed "$SECRET" no-utf8)" replaced
vector mismatch-serialised-anew mismatch 'RCV-11' 'Parsed and serialised again' "$(signed "$SECRET" spaced)" compact
vector mismatch-sorted mismatch 'RCV-11' 'Members put in another order' "$(signed "$SECRET" unsorted)" sorted
vector mismatch-other-secret mismatch 'RCV-03 SIG-03' 'Signed with the secret of another webhook' "$(signed "whsec_another" event)" event
vector mismatch-secret-trimmed mismatch 'RCV-03' 'Signed with the trimmed secret' "$(signed 'whsec' event)" event ' whsec '
vector mismatch-secret-decoded mismatch 'RCV-03' 'Signed with what the secret would be without its prefix' "$(signed "${SECRET#whsec_}" event)" event
vector mismatch-altered-first mismatch 'RCV-03' 'The first digit of the signature is another' "t=$NOW,v2=$(printf '%x' $(( (0x${v2:0:1} + 1) % 16 )))${v2:1}" event
vector mismatch-altered-last mismatch 'RCV-03' 'The last digit of the signature is another' "t=$NOW,v2=${v2:0:63}$(printf '%x' $(( (0x${v2:63:1} + 1) % 16 )))" event
vector mismatch-truncated mismatch 'RCV-03' 'The signature without its last digit' "t=$NOW,v2=${v2:0:63}" event
vector mismatch-half mismatch 'RCV-03' 'Half of the signature' "t=$NOW,v2=${v2:0:32}" event
vector mismatch-longer mismatch 'RCV-03' 'The signature and one digit more' "t=$NOW,v2=${v2}0" event
vector mismatch-empty mismatch 'RCV-03' 'An empty v2' "t=$NOW,v2=" event
vector mismatch-equals-twice mismatch 'RCV-08' 'v2==signature: split at the first equals sign, the value starts with the second' "t=$NOW,v2==$v2" event
vector mismatch-body-alone mismatch 'RCV-03' 'Signed without timestamp and point' "t=$NOW,v2=$(mac "$SECRET" '' event)" event
vector mismatch-no-point mismatch 'RCV-03' 'Signed without the point' "t=$NOW,v2=$(mac "$SECRET" "$NOW" event)" event
vector mismatch-comma mismatch 'RCV-03' 'Signed with a comma for the point' "t=$NOW,v2=$(mac "$SECRET" "$NOW," event)" event
vector mismatch-sha1 mismatch 'RCV-03' 'HMAC with SHA-1' "t=$NOW,v2=$(mac "$SECRET" "$NOW." event sha1)" event
vector mismatch-sha512 mismatch 'RCV-03' 'HMAC with SHA-512' "t=$NOW,v2=$(mac "$SECRET" "$NOW." event sha512)" event
vector mismatch-timestamp-changed mismatch 'RCV-12' 'The timestamp was changed after signing' "t=$((NOW - 1)),v2=$v2" event
vector mismatch-timestamp-renewed mismatch 'RCV-12' 'An old delivery with a fresh timestamp' "t=$NOW,v2=$(mac "$SECRET" "$((NOW - 86400))." event)" event

vector too-old too-old 'RCV-09' 'One second older than the tolerance' "$(signed "$SECRET" event $((NOW - 301)))" event
vector too-old-tolerance-zero too-old 'RCV-09' 'One second old, with no tolerance' "$(signed "$SECRET" event $((NOW - 1)))" event "$SECRET" 0
vector too-new-milliseconds too-new 'RCV-16' 'Milliseconds, taken for the seconds that they must be' "$(signed "$SECRET" event "${NOW}000")" event
vector too-old-epoch too-old 'RCV-09' 'The year 1970' "$(signed "$SECRET" event 0)" event
vector too-new too-new 'RCV-16' 'One second further in the future than the tolerance' "$(signed "$SECRET" event $((NOW + 301)))" event
vector too-new-ten-years too-new 'RCV-16' 'Ten years ahead' "$(signed "$SECRET" event $((NOW + 315360000)))" event
