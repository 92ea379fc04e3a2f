#!/bin/sh
# Installs or upgrades Svichka on a machine with systemd: run it as root in an unpacked release archive,
# or in a checkout, which it builds first. The new release is put next to the running one, its settings
# are checked and the store is backed up; then it switches, and goes back if the new one does not start.
#
#   deploy/install-release.sh              this release
#   deploy/install-release.sh --back       the release before the one that runs
#   deploy/install-release.sh --restore    this release; if it migrates the store and then does not
#                                          start, restore the backup without asking
#   deploy/install-release.sh --restart    the running release, with the settings as they are now
#
# A release archive has its own Node. After a change of settings: svichka restart.
set -eu

root=/opt/svichka
settings=/etc/svichka.env
command=/usr/local/bin/svichka
data=${SVICHKA_DATA:-/var/lib/svichka}
units=/etc/systemd/system
kept=3
backup=
mode=${1:-}

say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

running() { readlink -e "$root/current" 2>/dev/null || true; }

# Runs the command of the release $1 with the settings of the file alone.
run_cli() {
  at=$1
  shift
  env -i PATH="$PATH" "$at/bin/node" "$at/dist/cli/main.js" "$@"
}

switch_to() {
  ln -sfn "$1" "$root/current.next"
  mv -T "$root/current.next" "$root/current"
}

# Tells whether the server answers. Whether it is ready depends on the payment provider, too.
answers() {
  env -i timeout 10 "$root/current/bin/node" --env-file="$settings" -e 'const { HOST: host = "127.0.0.1", PORT: port = 3000 } = process.env
    require("http").get({ host, port, path: "/api/live" }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))'
}

restart() {
  [ -d /run/systemd/system ] || { say "No systemd runs here: start the server yourself."; return 0; }
  systemctl daemon-reload
  systemctl enable --quiet --now svichka.socket svichka-photo.socket
  systemctl enable --quiet svichka
  systemctl reset-failed svichka 2>/dev/null || true
  systemctl restart svichka || return 1
  # More than a minute: a small machine may be busy.
  until=$(($(date +%s) + 75))
  # By the socket a request would start again a server that fails at once.
  sleep 4
  while [ "$(date +%s)" -lt $until ]; do
    # It ended with a code after which systemd does not restart it.
    if systemctl is-failed --quiet svichka; then return 1; fi
    systemctl is-active --quiet svichka && answers 2>/dev/null && return 0
    sleep 1
  done
  return 1
}

# Names the release as scripts/release.ts does. A checkout with changes has no name.
name_release() {
  if [ -e RELEASE ]; then cat RELEASE
  elif [ -z "$(git status --porcelain 2>&1)" ]; then
    say "$(sed -n 's/^ *"version": *"\(.*\)",*$/\1/p' package.json | head -n 1) $(git rev-parse --short HEAD)"
  fi
}

# Prints why the server does not start: the end of its log and of its socket's, and who has its port.
explain() {
  journalctl -u svichka -u svichka.socket --since -2min -n 8 -o cat --no-pager 2>/dev/null || true
  port=$(sed -n 's/^PORT=//p' "$settings" | tail -n 1)
  # systemd holds it for the server.
  taken=$(ss -Hltnp "sport = :${port:-3000}" 2>/dev/null | grep -v '"systemd"' |
    sed -n 's/.*,pid=\([0-9]*\),.*/\1/p' | head -n 1)
  [ -z "$taken" ] || say "Port ${port:-3000} is taken by $(basename "$(readlink "/proc/$taken/exe" || echo a program)") (pid $taken): stop that program; or write a free port, such as 3001,
as ListenStream in $units/svichka.socket, as PORT in $settings, and in the proxy's settings."
}

# Checks the settings with the release $1, which knows them. A fault ends the script, and $2 says what to do
# then.
check_settings() {
  checked=0
  run_cli "$1" config --quiet || checked=$?
  case $checked in
    0) ;;
    3) say "(A warning: it goes on.)" ;;
    *) fail "Correct $settings, then $2" ;;
  esac
  to=$(sed -n 's/^BACKUP_TO=//p' "$settings" | tail -n 1 | tr -d "\"'")
  rm -f "$units/svichka.service.d/backups.conf"
  [ -n "$to" ] || return 0
  [ -d "$to" ] || fail "There is no folder $to (BACKUP_TO): is its disk mounted? Make the folder, then $2"
  runuser -u svichka -- test -w "$to" || fail "The server may not write $to (BACKUP_TO): chown svichka: $to, then $2"
  # The unit may write to its own folder only.
  install -d "$units/svichka.service.d"
  printf '[Service]\nReadWritePaths=-%s\n' "$to" > "$units/svichka.service.d/backups.conf"
}

# Restarts the running release, $1.
restart_only() {
  check_settings "$1" "svichka restart"
  restart || { explain >&2; fail "Svichka does not start: see above, and svichka doctor."; }
}

# Switches to $1 and waits until it answers; if it does not, goes back to $2.
change_to() {
  switch_to "$1"
  restart && return 0
  explain >&2
  [ -n "$2" ] || fail "Svichka does not start: see above, and svichka doctor."
  switch_to "$2"
  restart && fail "$1 does not start (see above); $2 runs again."
  explain >&2
  if [ -n "$backup" ] && offer_restore; then
    systemctl stop svichka.socket svichka
    run_cli "$2" restore "$backup" --yes
    restart && fail "$1 does not start; $2 runs again, with the store as it was before."
  fi
  fail "Neither $1 nor $2 starts: see above, and journalctl -u svichka.
If the newer one has migrated the store, restore the backup taken before it (docs/operating.md):
  systemctl stop svichka.socket svichka
  svichka restore ${backup:-FILE} --yes
  systemctl start svichka"
}

# Asks whether to restore the backup. The new release has served nobody, so nothing is lost.
offer_restore() {
  [ "$mode" != --restore ] || return 0
  [ -t 0 ] || return 1
  printf 'Neither release starts. Restore %s, taken before the change? [y/N] ' "$backup"
  read -r answer
  [ "$answer" = y ]
}

# Runs npm in the build's folder as nobody, who can write nowhere else: packages run code there.
build() {
  say "Building (some minutes): $*"
  (cd "$release.build" && runuser -u nobody -- env HOME="$release.build/.home" "$@" > "$release.log" 2>&1) || {
    tail -n 40 "$release.log" >&2
    fail "It failed: the last lines are above, npm is $(npm -v 2>/dev/null || echo missing) ($(command -v npm || echo 'apt-get install npm')). A release archive needs neither npm nor the network."
  }
}

if [ "$mode" = --restart ] && [ -z "$(running)" ]; then
  fail "Svichka is not installed here. In a container, type on the machine: docker compose up -d"
fi
[ "$(id -u)" = 0 ] || fail "Run this as root."
cd "$(dirname "$0")/.."

if [ "$mode" = --restart ]; then
  restart_only "$(running)"
  say "Svichka runs, with the settings as they are now."
  exit 0
fi

if [ "$mode" = --back ]; then
  left=$(running)
  before=$(find "$root/releases" -mindepth 1 -maxdepth 1 -type d | sort | grep -B1 -Fx "$left" | head -n 1)
  if [ -z "$before" ] || [ "$before" = "$left" ]; then fail "There is no release before this one."; fi
  change_to "$before" "$left"
  # Or the next upgrade could go back to it. Without systemd it may still run.
  if [ -d /run/systemd/system ]; then rm -rf "$left"; fi
  say "Back at $before."
  exit 0
fi

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

# Commands of version 0.2 wrote there as root.
[ ! -d "$folder/backups" ] || chown -Rh svichka: "$folder/backups"

umask 022
before=$(running)
# Version 0.2 ran with the machine's Node.
if [ -n "$before" ] && [ ! -e "$before/bin/node" ]; then
  install -d "$before/bin"
  ln -s "$(command -v node || echo /usr/bin/node)" "$before/bin/node"
fi
this=$(name_release)
if [ -n "$before" ] && [ -n "$this" ] && [ "$this" = "$(cat "$before/RELEASE" 2>/dev/null)" ]; then
  restart_only "$before"
  say "This release runs already. It was restarted with the settings as they are now."
  exit 0
fi
release=$root/releases/$(date -u +%Y-%m-%dT%H-%M-%S)
install -d "$root/releases"
trap 'rm -rf "$release" "$release.build" "$release.log"' EXIT
if [ -e RELEASE ]; then
  cp -r . "$release"
else
  command -v npm >/dev/null || fail "npm, with Node 20.19 or newer, is missing: a release archive needs neither."
  install -d "$release.build"
  git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$release.build"
  chown -R nobody "$release.build"
  build npm ci --include=dev --no-audit --no-fund
  build npm run --silent release
  cp -r "$release.build"/release/svichka-*/ "$release"
  rm -rf "$release.build"
fi
chown -R root:root "$release"
# Newer than package.json, by which the next upgrade knows the files of this release from older ones.
find "$release/dist/web/assets" -type f -exec touch {} +
ln -s "$settings" "$release/.env"

check_settings "$release" "run this again.${before:+ $before still runs.}"

# After a move to PostgreSQL the embedded store may still be there.
if grep -Eq '^DATABASE_URL=.' "$settings"; then
  [ -z "$before" ] || say "Back up PostgreSQL (pg_dump) before an upgrade: this script does not."
elif [ -n "$before" ] && [ -e "$folder/svichka.db" ]; then
  backup=$(run_cli "$before" backup --json | sed -n 's/^ *"file": "\(.*\)",*$/\1/p') || backup=
  [ -n "$backup" ] || fail "The store cannot be backed up: see above. $before still runs."
  say "The store was backed up: $backup"
fi

# An open form may still request the assets of the running release, and those it took over within a month.
if [ -n "$before" ]; then
  find "$before/dist/web/assets" -type f \( -mtime -30 -o -newer "$before/package.json" \) -exec cp -np -t "$release/dist/web/assets" {} +
fi

printf '#!/bin/sh\nexec "%s/current/bin/node" "%s/current/dist/cli/main.js" "$@"\n' "$root" "$root" > "$command"
chmod 755 "$command"
install -m 644 deploy/svichka.service deploy/svichka-photo@.service deploy/svichka-photo.socket "$units"
# The socket may have been edited.
if [ ! -e "$units/svichka.socket" ]; then
  install -m 644 deploy/svichka.socket "$units"
elif ! cmp -s deploy/svichka.socket "$units/svichka.socket"; then
  say "$units/svichka.socket differs from deploy/svichka.socket and stays as it is."
fi
# Keep a first release that fails, so that `svichka doctor` works.
[ -n "$before" ] || trap 'rm -rf "$release.build" "$release.log"' EXIT
change_to "$release" "$before"
trap 'rm -f "$release.log"' EXIT
find "$root/releases" -mindepth 1 -maxdepth 1 -type d | sort | head -n -$kept | xargs -r rm -rf
say "$release runs. After a change of $settings: svichka restart"
say "What svichka doctor still finds:"
"$command" doctor --quiet || true
