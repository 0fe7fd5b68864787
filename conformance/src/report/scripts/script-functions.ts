/** Functions with which scripts read answers. An answer is a file with status line and headers, as curl prints them. */
const functions: Readonly<Record<string, string>> = {
  show: `show() { printf '%s\\n' "--- $1"; cat "\${ANSWERS}/$1"; printf '\\n'; }`,
  status: `status() { tr -d '\\r' < "\${ANSWERS}/$1" | sed -n 's/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p' | tail -n 1; }`,
  body: `body() { tr -d '\\r' < "\${ANSWERS}/$1" | sed '1,/^$/d'; }`,
  id_in: `id_in() {
  FOUND=$(tr -d '\\r' < "\${ANSWERS}/$1" | sed -n 's/.*"[Ii]d"[ ]*:[ ]*"\\{0,1\\}\\([^",}]*\\).*/\\1/p' | head -n 1)
  [ -n "\${FOUND}" ] || FOUND=$(tr -d '\\r' < "\${ANSWERS}/$1" | sed -n 's|^[Ll]ocation:.*/\\([^/?#]*\\).*|\\1|p' | head -n 1)
  printf %s "\${FOUND}"
}`,
  token_in: `token_in() { tr -d '\\r' < "\${ANSWERS}/$1" | sed -n 's/.*"[Cc]oncurrency[Tt]oken"[ ]*:[ ]*\\([^,}]*\\).*/\\1/p' | head -n 1; }`,
  is_replayed: `is_replayed() { tr -d '\\r' < "\${ANSWERS}/$1" | grep -iq '^Idempotent-Replayed: *true *$'; }`,
  made: `made() { case "$(status "$1")" in 2*) id_in "$1" ;; esac; }`,
  executed: `executed() {
  COUNT=0
  for ONE in "$@"; do
    case "$(status "\${ONE}")" in 2*) is_replayed "\${ONE}" || COUNT=$((COUNT + 1)) ;; esac
  done
  printf %s "\${COUNT}"
}`,
};

/** The functions that these lines of a script call, directly or not, and the folder that they read. */
export function functionsFor(lines: readonly string[]): readonly string[] {
  const needed = new Set<string>();
  const need = (text: string): void => {
    for (const [name, body] of Object.entries(functions)) {
      if (needed.has(name) || !new RegExp(`(^|[^\\w-])${name} `, 'm').test(text)) continue;
      needed.add(name);
      need(body);
    }
  };
  need(lines.filter((line) => !line.startsWith('#')).join('\n'));
  const used = Object.entries(functions).flatMap(([name, body]) => (needed.has(name) ? [body] : []));
  return ['ANSWERS=$(mktemp -d)', `trap 'rm -rf "\${ANSWERS}"' EXIT`, ...used];
}
