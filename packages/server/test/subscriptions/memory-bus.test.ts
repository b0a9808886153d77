import { memoryBus } from '@mrtr/server';
import { describeBus } from '../support/bus-contract.js';

describeBus('the memory bus', () => {
  const bus = memoryBus();
  return { here: bus, there: bus, [Symbol.asyncDispose]: () => Promise.resolve() };
});
