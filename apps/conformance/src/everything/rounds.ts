/** The tools of the multi round-trip scenarios, by hand: they look at what a hostile or a careless client sends. Specification 2026-07-28, basic/patterns/mrtr. */
import { elicit, inputRequired, listRoots, type McpServer, type Question, sample } from '@mrtr/server';
import { ProtocolError } from '@mrtr/types';
import { z } from 'zod';

const Name = z.object({ name: z.string() });
const Confirmation = z.object({ ok: z.boolean() });
const Accepted = z.object({ action: z.literal('accept'), content: Name });

const askName = () => elicit('What is your name?', Name);
const askCapital = () =>
  sample({
    messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
    maxTokens: 100,
  });

export function addRounds(server: McpServer): void {
  const tool = (name: string, description: string) => [`test_input_required_result_${name}`, { description }] as const;

  server.tool(...tool('elicitation', 'Greets whoever says their name'), (_input, { inputResponses }) => {
    // Whoever sends a name without being asked is greeted too: nothing depends on who asked.
    const given = Accepted.safeParse(inputResponses?.['user_name']);
    return given.success ? `Hello, ${given.data.content.name}!` : inputRequired({ user_name: askName() });
  });

  server.tool(...tool('sampling', 'Asks the model of the client'), (_input, ctx) => {
    const answer = ctx.response('capital_question');
    return answer.kind === 'sampled'
      ? `The model said: ${JSON.stringify(answer.result.content)}`
      : inputRequired({ capital_question: askCapital() });
  });

  server.tool(...tool('list_roots', 'Lists the folders of the client'), (_input, ctx) => {
    const answer = ctx.response('client_roots');
    return answer.kind === 'roots'
      ? `Folders: ${answer.roots.map(({ uri }) => uri).join(', ')}`
      : inputRequired({ client_roots: listRoots() });
  });

  server.tool(...tool('request_state', 'Keeps a state between rounds'), (_input, ctx) =>
    ctx.requestState === 'asked' && ctx.answer('confirm', Confirmation)
      ? 'state-ok: the state came back as it was'
      : inputRequired({ confirm: elicit('Please confirm', Confirmation) }, { requestState: 'asked' }),
  );

  server.tool(...tool('multiple_inputs', 'Asks for three things at once'), (_input, ctx) => {
    const name = ctx.answer('user_name', Name);
    const [capital, folders] = [ctx.response('capital_question'), ctx.response('client_roots')];
    if (name && capital.kind === 'sampled' && folders.kind === 'roots') {
      return `${name.name} has ${folders.roots.length} folders.`;
    }
    return inputRequired(
      { user_name: askName(), capital_question: askCapital(), client_roots: listRoots() },
      { requestState: 'asked for three' },
    );
  });

  server.tool(...tool('multi_round', 'Asks twice, one after the other'), (_input, ctx) => {
    if (ctx.requestState === 'two' && ctx.response('step2').kind === 'accepted') return 'Both steps are done.';
    if (ctx.requestState === 'one' && ctx.response('step1').kind === 'accepted') {
      return inputRequired(
        { step2: elicit('Step 2: your favourite color?', z.object({ color: z.string() })) },
        { requestState: 'two' },
      );
    }
    return inputRequired({ step1: elicit('Step 1: your name?', Name) }, { requestState: 'one' });
  });

  server.tool(...tool('tampered_state', 'Refuses a state that was changed'), (_input, ctx) =>
    ctx.requestState === 'untouched'
      ? 'The state is untouched.'
      : inputRequired({ confirm: elicit('Please confirm', Confirmation) }, { requestState: 'untouched' }),
  );

  server.tool(...tool('capabilities', 'Asks for no more than the client can answer'), (_input, ctx) => {
    const { elicitation, sampling, roots } = ctx.clientCapabilities;
    const questions: Record<string, Question> = {
      ...(elicitation && { user_name: askName() }),
      ...(sampling && { capital_question: askCapital() }),
      ...(roots && { client_roots: listRoots() }),
    };
    const isAnswered = Object.keys(questions).every((key) => ctx.response(key).kind !== 'missing');
    return isAnswered ? 'Asked for what the client can answer.' : inputRequired(questions);
  });

  server.tool('test_missing_capability', { description: 'Needs a client with a model' }, (_input, ctx) => {
    if (!ctx.clientCapabilities.sampling) throw ProtocolError.missingCapability({ sampling: {} });
    return 'The client has a model.';
  });
}
