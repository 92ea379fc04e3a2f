import { type Step, visitorNames } from './step'

/** A step as a line of a story, for whoever has to understand a failure. */
export function tellStep(step: Step): string {
  const who = 'visitor' in step ? visitorNames[step.visitor] : ''
  switch (step.what) {
    case 'choose':
      return `${who} chooses ${step.uah} UAH`
    case 'draft':
      return `${who} presses Pay, and the page sends the draft`
    case 'pay':
      return `${who} pays with the card "${step.card}"${step.landsAfterMs > 0 ? `; it lands ${step.landsAfterMs} ms later` : ''}`
    case 'ask':
      return `${who}'s page asks the server what became of the payment${step.giveUp ? ', and gives it up' : ''}`
    case 'let-land':
      return `${step.ms} ms of real time pass`
    case 'bank':
      return `${who} answers the bank: ${step.outcome}`
    case 'order':
      return `${who}'s page sends the order ${times(step.times)}${during(step.during)}`
    case 'order-free':
      return `${who} orders without a donation ${times(step.times)}`
    case 'leave':
      return `${who} closes the page; whoever comes next is somebody else`
    case 'give-back':
      return `the temple or the bank gives ${who}'s money back: ${step.how}`
    case 'provider-fault':
      return `the provider's next ${step.count} answers to "${step.call}" fail: ${step.fault}`
    case 'webhook-fault':
      return `the next ${step.count} webhooks meet "${step.action}"`
    case 'replay':
      return `event ${step.event} of the provider's list is delivered again`
    case 'crash':
      return `the server will die at its touch ${step.touches} of store or provider`
    case 'restart':
      return 'the server is started again if it is dead, and looks at once for what it missed'
    case 'wait':
      return `${step.ms / 1000} seconds pass`
    case 'settle':
      return 'the server settles what is due'
    case 'reconcile':
      return 'the server reads the provider’s lists'
    case 'letters':
      return 'the server sends its letters'
  }
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times at once`)
const during = (what: string) => (what === 'nothing' ? '' : `, while the server is ${what}`)
