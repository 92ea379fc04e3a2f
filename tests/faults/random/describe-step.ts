import { type Step, visitorNames } from './step'

/** A step in words, for the report of a failure. */
export function describeStep(step: Step): string {
  const who = 'visitor' in step ? visitorNames[step.visitor] : ''
  switch (step.what) {
    case 'choose':
      return `${who} chooses ${step.uah} UAH`
    case 'draft':
      return `${who} presses Pay, and the page sends the draft`
    case 'pay':
      return `${who} pays with the card "${step.card}"${step.landsAfterMs > 0 ? `; taken ${step.landsAfterMs} ms later` : ''}`
    case 'ask':
      return `${who}'s page asks the server for the payment's outcome${step.cancel ? ', and cancels it' : ''}`
    case 'let-land':
      return `${step.ms} ms of real time pass`
    case 'bank':
      return `${who} answers the bank: ${step.outcome}`
    case 'order':
      return `${who}'s page sends the order ${times(step.times)}${during(step.during)}`
    case 'order-free':
      return `${who} orders without a donation ${times(step.times)}`
    case 'leave':
      return `${who} closes the page; a new visitor comes`
    case 'give-back':
      return `${who}'s payment is reversed: ${step.how}`
    case 'provider-fault':
      return `the provider's next ${step.count} answers to "${step.call}" fail: ${step.fault}`
    case 'webhook-fault':
      return `the next ${step.count} webhooks meet "${step.action}"`
    case 'replay':
      return `event ${step.event} of the provider's list is delivered again`
    case 'crash':
      return `the server crashes at its call ${step.calls} to store or provider`
    case 'restart':
      return 'the server is restarted if it crashed, and reconciles at once'
    case 'wait':
      return `${step.ms / 1000} seconds pass`
    case 'sync':
      return 'the server syncs the due payments'
    case 'reconcile':
      return 'the server reads the provider’s lists'
    case 'emails':
      return 'the server sends its emails'
  }
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times at once`)
const during = (what: string) => (what === 'nothing' ? '' : `, while the server is ${what}`)
