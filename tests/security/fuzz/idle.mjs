// Does nothing: what its event loop waits is the machine's doing.
setInterval(() => {}, 60_000)
process.stdout.write('listening on nothing\n')
