export { type BoundaryOptions, requestStateBoundary } from './boundary.js';
export type { Clock } from './clock.js';
export type { RequestContext } from './context.js';
export type { CacheHints } from './finish.js';
export type { Flow } from './flow.js';
export type { FlowContext } from './flow-context.js';
export type { Complete, Handler, HandlerResult, Handlers, MethodHandlers } from './handlers.js';
export type { Lifespan } from './lifespan.js';
export { consoleLogger, type LogEntry, type LogEvent, type Logger } from './logger.js';
export type { Answer } from './mcp-server/answers.js';
export type { AskContext } from './mcp-server/ask-context.js';
export type { Completer, CompletionTarget } from './mcp-server/completions.js';
export type { Described } from './mcp-server/definition.js';
export { McpServer, type McpServerOptions } from './mcp-server/mcp-server.js';
export {
  assistantMessage,
  type PromptDefinition,
  type PromptFunction,
  type PromptReturn,
  userMessage,
} from './mcp-server/prompt.js';
export type { Registration } from './mcp-server/registry.js';
export type {
  ReadFunction,
  ResourceDefinition,
  ResourceFunction,
  ResourceReturn,
  TemplateFunction,
} from './mcp-server/resource.js';
export type {
  ArgumentsSchema,
  StructuredToolReturn,
  ToolDefinition,
  ToolFunction,
  ToolReturn,
} from './mcp-server/tool.js';
export { toolError, type ToolContent, type ToolErrorResult } from './mcp-server/tool-result.js';
export type { Variables, VariablesOf } from './mcp-server/uri-template.js';
export type { AnyResult, Call, Middleware, Next } from './middleware.js';
export { inputRequired } from './questions/input-required.js';
export type { QuestionKind } from './questions/kind.js';
export { elicit, elicitUrl, type FormQuestion, listRoots, type Question, sample } from './questions/questions.js';
export { InvalidSignatureError, type SignatureFault } from './resolve/invalid-signature.js';
export { outcome, type OutcomeOf, resolver, type Resolver, type ResolverDeclaration } from './resolve/resolver.js';
export type { ArgumentSchemas, Dependency, Needs, Outcome } from './resolve/signature.js';
export { wait, type Waiting } from './resolve/wait.js';
export type { RequestedSchema } from './schema/requested-schema.js';
export type {
  InferInput,
  InferOutput,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from './schema/standard-schema.js';
export { Server, type ServerOptions, type ServerSettings } from './server.js';
export { ServerError, type ServerErrorCode } from './server-error.js';
export { memoryBus, type SubscriptionBus } from './subscriptions/bus.js';
export type { ChangeEvent } from './subscriptions/change-event.js';
export {
  type ChangeNotifier,
  serveSubscriptions,
  type SubscriptionOptions,
} from './subscriptions/serve-subscriptions.js';
