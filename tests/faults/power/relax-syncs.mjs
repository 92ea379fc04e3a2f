// Loaded before the server as a control: a store that is synced less than ours loses orders.
import Database from 'libsql'

const { pragma } = Database.prototype
Database.prototype.pragma = function (text, options) {
  return pragma.call(this, text.replace('synchronous = FULL', 'synchronous = NORMAL'), options)
}
