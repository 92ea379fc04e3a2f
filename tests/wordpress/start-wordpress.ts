import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'
import { printedPaste } from '../e2e/host-page'
import { findFreePort } from '../setup/free-port'

export interface WordPress {
  /** A page by role and paste, such as `author/shortcode`. */
  pageUrl(page: string): string
  url: string
  stop(): void
}

const programs = ['php', 'mariadbd', 'mariadb-install-db']
const wordpress = '/usr/share/wordpress'

/** A program starts within this time, in ms. */
const patience = { timeout: 30_000, intervals: [200] }

/** A real WordPress in a temporary folder, with a database of its own and the plugin active. */
export async function startWordPress(origin: string): Promise<WordPress> {
  const missing = programs.filter(name => spawnSync(name, ['--version']).error)
  if (missing.length > 0)
    throw new Error(
      `Missing: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends wordpress ` +
        'wordpress-theme-twentytwentythree mariadb-server php-cli php-mysql',
    )
  const folder = mkdtempSync(join(tmpdir(), 'svichka-wordpress-'))
  const site = join(folder, 'site')
  const data = join(folder, 'data')
  const socket = join(folder, 'db.sock')
  const processes: ChildProcess[] = []
  const stop = () => {
    // PHP's workers outlive the process that started them.
    for (const { pid } of processes) if (pid) process.kill(-pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    execFileSync('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, '--user=root'], {
      stdio: 'ignore',
    })
    const database = ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--user=root']
    processes.push(
      spawn('mariadbd', [...database, '--skip-networking', '--skip-grant-tables'], {
        stdio: 'ignore',
        detached: true,
      }),
    )
    await createDatabase(socket)
    cpSync(wordpress, site, { recursive: true, dereference: true })
    cpSync(resolve('integrations/wordpress'), join(site, 'wp-content/plugins/svichka'), {
      recursive: true,
    })
    const url = `http://127.0.0.1:${await findFreePort()}`
    writeFileSync(join(site, 'wp-config.php'), configure(socket, url))
    mkdirSync(join(site, 'wp-content/mu-plugins'))
    writeFileSync(join(site, 'wp-content/mu-plugins/strict.php'), strictPolicy(origin))
    const pages = publishPages(site, url, origin)
    processes.push(
      spawn('php', ['-S', new URL(url).host, '-t', site], {
        stdio: 'ignore',
        detached: true,
        env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
      }),
    )
    await expect(async () => expect((await fetch(url)).ok).toBe(true)).toPass(patience)
    return { url, pageUrl: page => `${url}/?p=${pages[page]}`, stop }
  } catch (error) {
    stop()
    throw error
  }
}

function publishPages(site: string, url: string, origin: string): Record<string, number> {
  const pastes = (['svichka-candle', 'iframe'] as const).flatMap(tag => {
    const html = printedPaste('docs/embedding.md', tag, origin)
    return [
      [`${tag} in a block`, `<!-- wp:html -->\n${html}\n<!-- /wp:html -->`],
      [`${tag} in the classic editor`, html],
    ]
  })
  const input = {
    origin,
    pastes: {
      ...Object.fromEntries(pastes),
      'plugin block': '<!-- wp:svichka/candle {"language":"en","theme":"dark"} /-->',
      // As a site's own editor writes the quotes.
      shortcode: '[svichka language=”RU”]',
    },
  }
  const setup = resolve('tests/wordpress/setup-wordpress.php')
  const output = execFileSync('php', [setup, site, url], { input: JSON.stringify(input) })
  return JSON.parse(output.toString())
}

function configure(socket: string, url: string): string {
  return `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'WP_HOME', '${url}' );
define( 'WP_SITEURL', '${url}' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
$table_prefix = 'wp_';
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`
}

/** A page asked for with `&strict` has a strict content security policy. */
function strictPolicy(origin: string): string {
  const policy = `default-src 'self'; style-src 'self'; script-src 'self' ${origin}; frame-src ${origin}`
  return `<?php add_action( 'send_headers', function () {
  if ( isset( $_GET['strict'] ) ) { header( "Content-Security-Policy: ${policy}" ); }
} );`
}

async function createDatabase(socket: string): Promise<void> {
  const create = ['--no-defaults', `--socket=${socket}`, '-e', 'create database wordpress']
  await expect(() => expect(spawnSync('mariadb', create).status).toBe(0)).toPass(patience)
}
