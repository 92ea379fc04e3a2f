// Loaded before the server as a control: a store with fewer syncs loses orders.
import { DatabaseSync } from '@photostructure/sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  return exec.call(this, sql.replace('synchronous = FULL', 'synchronous = NORMAL'))
}
