#!/bin/sh
# Installs or upgrades Svichka on a machine with systemd: run it as root in a fetched checkout.
# It builds next to the running release, switches to the new one, and goes back if that does not
# start. Run it again with another checkout to upgrade.
#
#   deploy/install-release.sh            the release in this checkout
#   deploy/install-release.sh --back     the release before the one that runs
set -eu

root=${SVICHKA_ROOT:-/opt/svichka}
settings=${SVICHKA_ENV:-/etc/svichka.env}
command=${SVICHKA_COMMAND:-/usr/local/bin/svichka}
data=${SVICHKA_DATA:-/var/lib/svichka}
units=${SVICHKA_UNITS:-/etc/systemd/system}
kept=3

say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

running() { readlink -e "$root/current" 2>/dev/null || true; }

as_nobody() { runuser -u nobody -- env HOME="$release/.home" "$@"; }

switch_to() {
  ln -sfn "$1" "$root/current.next"
  mv -T "$root/current.next" "$root/current"
}

# Switches to $1 and waits until it answers; if it does not, goes back to $2.
change_to() {
  switch_to "$1"
  restart && return 0
  [ -n "$2" ] || fail "Svichka does not start: see journalctl -u svichka."
  switch_to "$2"
  restart && fail "$1 does not start; $2 runs again. See journalctl -u svichka."
  fail "Neither $1 nor $2 starts: see journalctl -u svichka.
If the newer one has migrated the store, restore the backup taken before it (docs/operating.md)."
}

# Not whether it is ready: that needs the payment provider, too.
answers() {
  env -i timeout 5 "$node" --env-file="$settings" -e 'const { HOST: host, PORT: port = 3000 } = process.env
    require("http").get({ host, port, path: "/api/live" }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))'
}

restart() {
  [ -d /run/systemd/system ] || { say "No systemd runs here: start the server yourself."; return 0; }
  systemctl daemon-reload
  systemctl enable --quiet --now svichka.socket
  systemctl enable --quiet svichka
  systemctl restart svichka || return 1
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    sleep 1
    systemctl is-active --quiet svichka && answers 2>/dev/null && return 0
  done
  return 1
}

[ "$(id -u)" = 0 ] || fail "Run this as root."
cd "$(dirname "$0")/.."
node=$(command -v node) || fail "Node is not in PATH: 20.19 or newer is needed, 24 is best."

if [ "${1:-}" = --back ]; then
  left=$(running)
  before=$(find "$root/releases" -mindepth 1 -maxdepth 1 -type d | sort | grep -B1 -Fx "$left" | head -n 1)
  if [ -z "$before" ] || [ "$before" = "$left" ]; then fail "There is no release before this one."; fi
  change_to "$before" "$left"
  # Or the next upgrade could go back to it. Without systemd it may still run.
  if [ -d /run/systemd/system ]; then rm -rf "$left"; fi
  say "Back at $before."
  exit 0
fi

case "$(readlink -f "$node")" in
  /root/* | /home/*) fail "$node is in a home directory, where the service cannot see it: install Node for the whole machine." ;;
esac
"$node" -e 'process.exit(process.versions.node.split(".").map(Number).reduce((sum, n, i) => sum + n * [1e4, 1, 0][i], 0) >= 200019 ? 0 : 1)' 2>/dev/null ||
  fail "Node 20.19 or newer is needed, 24 is best: https://nodejs.org/en/download"
id svichka >/dev/null 2>&1 || useradd --system --home-dir "$root" --shell /usr/sbin/nologin svichka

if [ ! -e "$settings" ]; then
  umask 027
  { cat .env.example; printf '\nNODE_ENV=production\nDATA_DIR=%s\n' "$data"; } > "$settings"
  chgrp svichka "$settings"
  say "$settings was created: fill it in (docs/going-live.md), then run this again."
  exit 0
fi
grep -Eq '^DATA_DIR=/' "$settings" || fail "$settings must set DATA_DIR to an absolute path, such as DATA_DIR=$data."
folder=$(sed -n 's/^DATA_DIR=//p' "$settings" | tail -n 1)
case "$folder" in
  "$data" | "$data"/*) ;;
  *) fail "DATA_DIR is $folder, and the service can write to $data only: mount the disk there.
(Or let it: a drop-in with ReadWritePaths=$folder, and SVICHKA_DATA=$folder for this script.)" ;;
esac
chgrp svichka "$settings"
chmod 640 "$settings"
install -d -o svichka -g svichka -m 700 "$folder"

umask 022
before=$(running)
release=$root/releases/$(date -u +%Y-%m-%dT%H-%M-%S)
install -d "$release"
trap 'rm -rf "$release"' EXIT
say "Building in $release ..."
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$release"
# Packages run code here, so build as nobody, who can write nowhere else.
chown -R nobody "$release"
(cd "$release" && as_nobody npm ci --include=dev --no-audit --no-fund --silent && as_nobody npm run --silent build &&
  as_nobody npm prune --omit=dev --no-audit --no-fund --silent)
rm -rf "$release/.home"
chown -R root:root "$release"
ln -s "$settings" "$release/.env"

# An open form may still request the assets of the running release, and those it took over within a month.
if [ -n "$before" ]; then
  find "$before/dist/web/assets" -type f \( -mtime -30 -o -newer "$before/package.json" \) -exec cp -np -t "$release/dist/web/assets" {} +
fi

printf '#!/bin/sh\nexec "%s" "%s/current/dist/cli/main.js" "$@"\n' "$node" "$root" > "$command"
chmod 755 "$command"
sed "s|^ExecStart=/usr/bin/node |ExecStart=$node |" deploy/svichka.service > "$units/svichka.service"
# The socket may have been edited.
if [ ! -e "$units/svichka.socket" ]; then
  install -m 644 deploy/svichka.socket "$units"
elif ! cmp -s deploy/svichka.socket "$units/svichka.socket"; then
  say "$units/svichka.socket differs from deploy/svichka.socket and stays as it is."
fi
# Keep a first release that fails, so that `svichka doctor` works.
[ -n "$before" ] || trap - EXIT
change_to "$release" "$before"
trap - EXIT
find "$root/releases" -mindepth 1 -maxdepth 1 -type d | sort | head -n -$kept | xargs -r rm -rf
say "$release runs."
