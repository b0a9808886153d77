/** Loaded before the demonstration, it has every refusal on the wire say something else than it has to. */
const { fetch: real } = globalThis;

globalThis.fetch = async (...request) => {
  const response = await real(...request);
  const text = await response.text();
  const { status, headers } = response;
  return new Response(text.replace('Invalid or expired requestState', 'No luck with state'), { status, headers });
};
