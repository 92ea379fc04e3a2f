#!/bin/bash
# The first hour of an operator on a bare Debian with systemd, as docs/going-live.md tells it, and some of
# the worst nights. Before a release, as root on Debian:
#
#   apt-get install mmdebstrap systemd-container
#   npm run test:install                         # Debian 13
#   npm run test:install -- bookworm             # Debian 12
#   WITH_NPM=1 npm run test:install              # also `npm ci` with Debian's npm (9.2)
#
# The machine has neither Node nor a network: the archive needs none. Its certificate is its own.
set -eu

for tool in mmdebstrap systemd-nspawn; do
  command -v $tool > /dev/null || { echo "Type: apt-get install mmdebstrap systemd-container" >&2; exit 1; }
done
suite=${1:-trixie}
archive=$(ls release/svichka-*.tar.gz)
place=${PLACE:-/var/tmp/svichka-first-hour}
root=$place/$suite
base=$place/$suite.tar
startedAt=$SECONDS

step() { printf '%4d s  %s\n' $((SECONDS - startedAt)) "$*"; }
fail() { printf '%4d s  FAILED: %s\n' $((SECONDS - startedAt)) "$*" >&2; exit 1; }
# Runs a command in the machine, whose first process is the child of systemd-nspawn.
inside() { nsenter -t "$first" -a env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/opt/svichka/current/bin HOME=/root TERM=dumb LC_ALL=C.UTF-8 "$@"; }
expect() {
  words=$1
  shift
  said=$(inside "$@" 2>&1) || true
  case "$said" in *"$words"*) step "$* -> …$words…" ;; *) fail "$*: $said" ;; esac
}
# Adds the setting $1, expects the words $2 of a command (by default svichka restart), and takes it back.
attempt() {
  setting=$1
  expected=$2
  shift 2
  [ $# -gt 0 ] || set -- svichka restart
  inside sh -c "printf '%s\n' '$setting' >> /etc/svichka.env"
  expect "$expected" "$@"
  inside sed -i '$ d' /etc/svichka.env
}
boot() {
  systemd-nspawn -q -D "$root" --register=no --keep-unit --private-network --boot > "$place/$suite.log" 2>&1 &
  nspawn=$!
  trap stop EXIT
  for _ in $(seq 240); do
    sleep 0.5
    first=$(pgrep -P "$nspawn" | head -n 1) || continue
    case "$(inside systemctl is-system-running 2>/dev/null)" in running | degraded) return 0 ;; esac
  done
  fail "the machine does not boot: $place/$suite.log"
}
# Kills the machine. An orderly stop might wait for a service that a step has left.
stop() { kill -KILL "$nspawn" 2>/dev/null && wait "$nspawn" 2>/dev/null || true; rm -rf "$root"; }

mkdir -p "$place"
packages=systemd,systemd-sysv,dbus,procps,iproute2,ca-certificates
[ -e "$base" ] || mmdebstrap --quiet --variant=minbase --include=$packages,git,nginx,nftables,openssl,curl,libfaketime "$suite" "$base"
rm -rf "$root"
mkdir "$root"
tar -xf "$base" -C "$root"
# Debian's installer writes it, mmdebstrap does not.
echo '127.0.0.1 localhost parish.example.org www.parish.example.org' > "$root/etc/hosts"
cp "$archive" "$archive.sha256" "$root/root/"
startedAt=$SECONDS
boot
step "a bare $suite: Node $(inside sh -c 'command -v node || echo none'), systemd $(inside systemctl --version | head -n 1 | cut -d' ' -f2)"

inside sh -ec 'cd /root && sha256sum --quiet -c svichka-*.sha256 && tar -xzf svichka-*.tar.gz && ln -s /root/svichka-*/ /root/svichka'
installer=/root/svichka/deploy/install-release.sh
expect "docker compose up -d" $installer --restart
expect "was created: fill it in" $installer
# Mail is a file here, and no cards are taken.
inside sh -ec 'cat >> /etc/svichka.env << SETTINGS
PUBLIC_URL=https://localhost
TRUST_PROXY=127.0.0.1
FRAME_ANCESTORS=http://parish.example.org
TEMPLE_NAME=Saint Nicholas
SETTINGS'
attempt DATA_DIR=/srv/candles "DATA_DIR is /srv/candles" $installer
expect "runs. After a change of" $installer
expect "is active" sh -c 'echo svichka is $(systemctl is-active svichka)'

inside sh -ec 'mkdir -p /etc/letsencrypt/live/localhost && cd /etc/letsencrypt/live/localhost
  openssl req -x509 -newkey rsa:2048 -nodes -days 90 -keyout privkey.pem -out fullchain.pem -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null
  sed "s/candle.example.org/localhost/g" /root/svichka/deploy/nginx.conf > /etc/nginx/conf.d/svichka.conf'
expect "test is successful" nginx -t
inside systemctl restart nginx
expect '"via":"proxy"' curl -sk https://localhost/api/live
expect '301' curl -s -o /dev/null -w '%{http_code}' http://localhost/
order() { inside curl -sk https://localhost/api/candle-orders -H 'content-type: application/json' -H "idempotency-key: first-hour-$1" \
  -d '{"name":"Ivan","purpose":"health","email":null,"donationAmount":"","prefersDonation":false,"language":"en","userAgent":"","referrer":"","browserLanguage":"en","ipAddress":""}'; }
case "$(order one)" in *'"success":true'*) step "a candle was ordered through nginx" ;; *) fail "no order" ;; esac
expect "Ivan" svichka orders
expect "The proxy is trusted" svichka doctor
expect "Add http://www.parish.example.org to FRAME_ANCESTORS" svichka doctor

# A typo in the settings takes nothing down.
inside sed -i 's/^TRUST_PROXY=.*/TRUST_PROXY=true/' /etc/svichka.env
expect "TRUST_PROXY must be" $installer
expect "TRUST_PROXY must be" svichka restart
expect "is active" sh -c 'echo svichka is $(systemctl is-active svichka)'
inside sh -c 'systemctl restart svichka; sleep 10'
expect "is failed" sh -c 'echo svichka is $(systemctl is-active svichka)'
expect "TRUST_PROXY must be" journalctl -u svichka -n 50 -o cat
inside sed -i 's/^TRUST_PROXY=.*/TRUST_PROXY=10.0.0.0\/8/' /etc/svichka.env
expect "runs already" $installer
expect "Set TRUST_PROXY=127.0.0.1" svichka doctor
inside sed -i 's/^TRUST_PROXY=.*/TRUST_PROXY=127.0.0.1/' /etc/svichka.env
expect "Svichka runs, with the settings as they are now" svichka restart

# Settings that would lie are rejected, or named.
attempt FRAME_ANCESTORS=https://parish.example.org/kalendar "write https://parish.example.org, without /kalendar"
attempt PUBLIC_URL=https://candle.example.org/candle "may have no path"
attempt CARD_PROVIDER=sandbox "set CARD_PROVIDER=stripe or none"
attempt 'TEMPLE_NOTE=Candles #1 daily' "TEMPLE_NOTE ends before #"
attempt 'TEMPLE_NOTE="Candles daily' 'TEMPLE_NOTE begins with " and does not end with it'
attempt 'MAIL_FROM=a@example.org, b@example.org' "MAIL_FROM must be one email address"
attempt BACKUP_TO=/mnt/missing "There is no folder /mnt/missing (BACKUP_TO)"
attempt PORT=3001 "Svichka does not start"
attempt PORT=3001 "PORT is 3001, but svichka.socket listens on 127.0.0.1:3000" svichka doctor
expect "Svichka runs" svichka restart

# A server that does not start: the doctor says why.
inside sh -c 'chown root: /var/lib/svichka/svichka.db*; systemctl restart svichka; sleep 5'
expect "it must belong to the server's user" svichka doctor
inside sh -c 'chown --reference=/var/lib/svichka /var/lib/svichka/svichka.db*; systemctl restart svichka'

# The doctor names an address that leads elsewhere, and a port that another program has.
inside sh -c 'sed -i s,^PUBLIC_URL=https,PUBLIC_URL=http, /etc/svichka.env; systemctl restart svichka; sleep 3'
expect "Set PUBLIC_URL=https://localhost" svichka doctor
inside sh -c 'sed -i s,^PUBLIC_URL=http:,PUBLIC_URL=https:, /etc/svichka.env; systemctl stop svichka.socket svichka'
inside systemd-run -q --unit=squatter /opt/svichka/current/bin/node -e 'require("net").createServer().listen(3000, "127.0.0.1")'
inside sh -c 'sleep 1; systemctl start svichka' 2>/dev/null || true
expect "Port 3000 is taken by node (pid" svichka doctor
expect "Port 3000 is taken by node (pid" svichka restart
inside sh -c 'systemctl stop squatter; systemctl restart svichka'
expect "is active" sh -c 'echo svichka is $(systemctl is-active svichka)'

# The limit of connections, and the night's backup and the morning's letter, ten minutes after a start.
expect "ip saddr ct count over 300" sh -c 'nft -f /opt/svichka/current/deploy/connections.nft && nft list table inet svichka'
inside sh -ec 'mkdir /mnt/backups && chown svichka: /mnt/backups
  printf "OPERATOR_EMAIL=webmaster@example.org\nBACKUP_TO=/mnt/backups\n" >> /etc/svichka.env'
expect "Svichka runs" svichka restart
expect "on the store’s own disk" svichka doctor
expect "was copied to /mnt/backups/svichka-" svichka backup
# After two and seven o'clock in the temple's time zone, wherever the clock stands now.
ahead=$(($(date -u -d 'tomorrow 10:00' +%s) - $(date +%s)))
library=$(inside sh -c 'find /usr/lib -name libfaketime.so.1 | head -n 1')
inside sh -ec "mkdir -p /etc/systemd/system/svichka.service.d
  printf '[Service]\nEnvironment=LD_PRELOAD=$library FAKETIME=+${ahead} FAKETIME_NO_CACHE=1\n' > /etc/systemd/system/svichka.service.d/tomorrow.conf"
expect "Svichka runs" svichka restart
step "waiting for the loops, which begin ten minutes after the start"
for _ in $(seq 70); do
  sleep 10
  inside sh -c 'ls /var/lib/svichka/mail | grep -q operator-findings && [ "$(ls /mnt/backups | wc -l)" -ge 2 ]' && break
done
expect "the store was backed up" sh -c 'journalctl -u svichka -o cat | grep -m 1 "the store was backed up"'
expect "operator-findings" sh -c 'ls /var/lib/svichka/mail | grep operator-findings'
inside rm /etc/systemd/system/svichka.service.d/tomorrow.conf
expect "Svichka runs" svichka restart
expect "Newer orders: 0" sh -c 'systemctl stop svichka.socket svichka; svichka restore /mnt/backups/$(ls /mnt/backups | head -n 1); systemctl start svichka'
expect "Restored" sh -c 'systemctl stop svichka.socket svichka; svichka restore --yes /mnt/backups/$(ls /mnt/backups | head -n 1); systemctl start svichka'

expect_one_release() { expect "1 kept" sh -c 'echo $(ls /opt/svichka/releases | wc -l) kept'; }
# Makes the release $1 of the archive's, whose server is the program $2.
write_release() {
  inside sh -ec "cp -r /root/svichka-*/ /root/$1 && echo '$1 of the archive' > /root/$1/RELEASE"
  [ -z "${2:-}" ] || inside tee "/root/$1/dist/server/main.js" > /dev/null <<< "$2"
}

# A release whose server ends at once. The running one is like version 0.2: it uses the machine's Node.
inside sh -ec 'mv /opt/svichka/current/bin/node /usr/local/bin/node'
write_release dead 'process.exit(70)'
expect "runs again" /root/dead/deploy/install-release.sh
expect_one_release
inside mv /usr/local/bin/node /opt/svichka/current/bin/node

# A release whose server never answers. The socket was edited.
inside sh -c 'echo "# Edited" >> /etc/systemd/system/svichka.socket'
write_release silent 'setInterval(() => {}, 1_000)'
expect "svichka.socket and stays as it is" /root/silent/deploy/install-release.sh
expect_one_release
expect "Edited" tail -n 1 /etc/systemd/system/svichka.socket
expect "Ivan" svichka orders

# A release that migrates the store and dies: what the installer says leads back, and so does --restore.
write_release next 'import { execFileSync } from "node:child_process"
execFileSync(process.execPath, ["dist/cli/main.js", "migrate"])
process.exit(70)'
inside sh -c 'echo "create table next (name text);" > /root/next/migrations/999-next.sql'
expect "Restored" sh -c '/root/next/deploy/install-release.sh < /dev/null 2>&1 | sed -n "s/^  s/s/p" | sh'
expect "with the store as it was before" /root/next/deploy/install-release.sh --restore
expect "Ivan" svichka orders
case "$(order two)" in *'"success":true'*) step "orders are taken again" ;; *) fail "no order" ;; esac

# After a move to PostgreSQL the embedded store, which may still be there, is not backed up.
write_release moved
attempt DATABASE_URL=postgres://127.0.0.1/svichka "svichka restore FILE" sh -c '/root/moved/deploy/install-release.sh < /dev/null'
expect "Svichka runs" svichka restart

# A checkout is built with npm, whose own words are shown.
inside sh -ec 'git init -q /root/checkout && cp -r /root/svichka/deploy /root/svichka/package.json /root/checkout'
expect "npm, with Node 20.19 or newer, is missing" /root/checkout/deploy/install-release.sh
inside sh -c 'printf "#!/bin/sh\necho npm error code ENOTFOUND\nexit 1\n" > /usr/local/bin/npm && chmod 755 /usr/local/bin/npm'
expect "npm error code ENOTFOUND" /root/checkout/deploy/install-release.sh
expect_one_release

# An upgrade while visitors come, and the way back. It keeps the files that open forms may request: those
# of the running release, however old they are, and those that it took over within a month.
inside sh -ec 'cd /opt/svichka/current && touch -d "40 days ago" package.json && cd dist/web/assets
  touch -d "39 days ago" its-own.js && touch -d "20 days ago" newer.js && touch -d "60 days ago" old.js'
write_release newer
inside sh -c 'while sleep 0.25; do curl -sk -o /dev/null -w "%{http_code}\n" https://localhost/; done > /root/answers' &
visitors=$!
expect "runs. After a change of" /root/newer/deploy/install-release.sh
expect "its-own.js newer.js, no more" sh -c 'cd /opt/svichka/current/dist/web/assets && echo $(ls its-own.js newer.js old.js 2>/dev/null), no more'
expect "Back at" /opt/svichka/current/deploy/install-release.sh --back
kill "$visitors"
answers=$(inside sh -c 'sort /root/answers | uniq -c | tr "\n" ";"')
case "$answers" in *' 200;') step "visitors during an upgrade and back: $answers" ;; *) fail "visitors during an upgrade: $answers" ;; esac


# When the release before does not start any more, the newer one stays.
inside sh -c 'echo "process.exit(70)" > /opt/svichka/current/dist/server/main.js'
expect "runs. After a change of" /root/newer/deploy/install-release.sh
expect "runs again" /opt/svichka/current/deploy/install-release.sh --back
expect "newer of the archive" cat /opt/svichka/current/RELEASE
expect "Ivan" svichka orders

# A picture is decoded under rights of its own. A decoder that a picture has taken over reaches nothing.
inside tee /root/submit.mjs > /dev/null << 'PROGRAM'
import { readdirSync, readFileSync } from 'node:fs'
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const folder = '/var/lib/svichka/mail/'
const decode = text => text.replace(/^[A-Za-z0-9+/=\r\n]{200,}$/gm, block => Buffer.from(block, 'base64').toString())
const read = name => decode(readFileSync(folder + name, 'latin1').replace(/=\r?\n/g, ''))
// The restored store may have ended the links of earlier emails: the newest one opens.
let url, page
for (let tries = 0; !page && tries < 60; tries++) {
  await new Promise(done => setTimeout(done, 1_000))
  for (const [path] of readdirSync(folder).map(read).join().matchAll(/temple\/\d{8}-[0-9a-f]{32}/g)) {
    url = 'https://localhost/' + path
    const text = await (await fetch(url)).text()
    if (/name="order"/.test(text)) page = text
  }
}
const valueOf = name => page.match(new RegExp(`name="${name}"[^>]*value="([^"]+)"`))[1]
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const form = new FormData()
form.set('order', valueOf('order'))
form.set('key', valueOf('key'))
form.set('action', 'lit')
form.set('photo', new Blob([Buffer.from(png, 'base64')]), 'candle.png')
const { status } = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
console.log('the submission was answered', status)
PROGRAM
expect "answered 303" node /root/submit.mjs
expect "decoding a picture" sh -c 'journalctl -o cat | grep -m 1 "decoding a picture"'
inside sh -ec 'mkdir -p /etc/systemd/system/svichka-photo@.service.d && cat > /opt/svichka/hostile.mjs << PROGRAM
import { accessSync, constants, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
const tried = { root: readdirSync("/").join(" ") }
const attempt = (name, act) => { try { tried[name] = "REACHED " + String(act()).slice(0, 40) } catch ({ code }) { tried[name] = code } }
for (const path of ["/etc/svichka.env", "/opt/svichka/current/.env", "/var/lib/svichka/svichka.db", "/root/submit.mjs", "/etc/passwd", "/run/systemd/notify"])
  attempt(path, () => readFileSync(path))
attempt("others", () => { const others = readdirSync("/proc").filter(name => /^[0-9]+$/.test(name) && name !== String(process.pid)); if (others.length === 0) throw { code: "none" }; return others })
for (const path of ["/opt/svichka/x", "/usr/x", "/var/x", "/x"]) attempt("write " + path, () => writeFileSync(path, "x"))
for (const to of [{ host: "127.0.0.1", port: 3000 }, { path: "/run/svichka-photo.socket" }])
  await new Promise(done => { const name = JSON.stringify(to)
    try { connect(to).once("connect", () => { tried[name] = "REACHED"; done() }).once("error", ({ code }) => { tried[name] = code; done() }) } catch ({ code }) { tried[name] = code; done() } })
console.log(JSON.stringify(tried)); process.exit()
PROGRAM
printf "[Service]\nExecStart=\nExecStart=%s /opt/svichka/hostile.mjs\n" /opt/svichka/current/bin/node > /etc/systemd/system/svichka-photo@.service.d/hostile.conf
systemctl daemon-reload'
ask='require("net").connect("/run/svichka-photo.socket").on("error", e => console.log(e.code)).on("data", d => console.log(String(d)))'
hostile=$(inside runuser -u svichka -- node -e "$ask" 2>&1)
step "a hostile decoder: $hostile"
case "$hostile" in *REACHED*) fail "it reaches what it should not" ;; *'"/etc/svichka.env":"ENOENT"'*) ;; *) fail "it did not run" ;; esac
expect "EACCES" runuser -u nobody -- node -e "$ask"
expect "SAFE" sh -c 'systemd-analyze security --no-pager svichka-photo@x.service | tail -n 1'
inside sh -c 'rm -r /etc/systemd/system/svichka-photo@.service.d /opt/svichka/hostile.mjs && systemctl daemon-reload'

# A full disk is named.
inside sh -ec 'systemctl stop svichka.socket svichka && mv /var/lib/svichka /var/lib/kept && mkdir /var/lib/svichka && mount -t tmpfs -o size=24m tmpfs /var/lib/svichka
  cp -a /var/lib/kept/svichka.db* /var/lib/svichka && chown -R svichka: /var/lib/svichka && chmod 700 /var/lib/svichka && systemctl start svichka && sleep 3
  head -c 100M /dev/zero > /var/lib/svichka/filler 2>/dev/null || true'
for i in 1 2 3; do order full-$i > /dev/null; done
expect "Orders may be rejected" svichka doctor
expect "database or disk is full" journalctl -u svichka -o cat
inside rm /var/lib/svichka/filler
for _ in $(seq 20); do sleep 1; inside curl -s http://127.0.0.1:3000/api/health > /dev/null; done
expect "the store is back" journalctl -u svichka -o cat
step "memory of the server: $(inside sh -c 'ps -o rss= -p $(systemctl show -p MainPID --value svichka)' | awk '{print int($1 / 1024)}') MB"

if [ -n "${WITH_NPM:-}" ]; then
  stop
  mkdir -p "$root" && tar -xf "$base" -C "$root" && mkdir "$root/root/checkout"
  git archive HEAD | tar -x -C "$root/root/checkout"
  step "npm of $suite: npm ci"
  systemd-nspawn -q -D "$root" --register=no --keep-unit --pipe sh -ec 'apt-get -qq update && apt-get -qq install -y --no-install-recommends npm >/dev/null 2>&1
    cd /root/checkout && npm --version && npm ci 2>&1'
  step "done"
fi
step "all of it worked"
