package org.esbmt.camel.se.internal.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;
import org.apache.camel.model.CatchDefinition;
import org.apache.camel.model.ChoiceDefinition;
import org.apache.camel.model.ErrorHandlerDefinition;
import org.apache.camel.model.ExpressionSubElementDefinition;
import org.apache.camel.model.FilterDefinition;
import org.apache.camel.model.FinallyDefinition;
import org.apache.camel.model.FromDefinition;
import org.apache.camel.model.LoopDefinition;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.OnWhenDefinition;
import org.apache.camel.model.OtherwiseDefinition;
import org.apache.camel.model.PipelineDefinition;
import org.apache.camel.model.ProcessDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RedeliveryPolicyDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.StopDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.model.TryDefinition;
import org.apache.camel.model.WhenDefinition;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.model.errorhandler.NoErrorHandlerDefinition;
import org.esbmt.camel.se.internal.engine.ReadAheadProcessor.ValueUse;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Retry;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.Owner;

/**
 * Makes Camel's definitions of a unit's routes. Only this class knows the definition for each step of the model. Processors
 * of the bus hold the names and values of a tenant. So Camel parses no text of a tenant.
 */
final class RouteBuilding implements StepBuilding {
    private final CamelUnit unit;
    private final CamelContext camel;
    private final JbiComponent jbi;
    private final ExpressionCompiler values;
    private final StatefulSteps stateful;
    private final Set<Route> streaming;
    private final Map<String, String> directUris = new HashMap<>();
    /** The values of the step that is being built, in the form in which the step evaluates them. */
    private final IdentityHashMap<Expression, Value> prepared = new IdentityHashMap<>();

    private boolean streams;

    RouteBuilding(
            CamelUnit unit,
            CamelContext camel,
            JbiComponent jbi,
            ExpressionCompiler values,
            StatefulSteps stateful,
            RouteUnit model) {
        this.unit = unit;
        this.camel = camel;
        this.jbi = jbi;
        this.values = values;
        this.stateful = stateful;
        this.streaming = BodyUse.streaming(model);
    }

    List<RouteDefinition> build(RouteUnit model) {
        List<RouteDefinition> routes = new ArrayList<>();
        for (Route route : model.routes()) {
            routes.add(build(route));
        }
        return routes;
    }

    private RouteDefinition build(Route route) {
        streams = streaming.contains(route);
        RouteDefinition definition = new RouteDefinition();
        definition.setId(unit.routeId(route.id()));
        definition.setInput(new FromDefinition(uri(route.from(), route.place())));
        setErrorHandler(route, definition);
        for (OnError error : route.errors()) {
            definition.addOutput(onError(error));
        }
        addAll(definition, route.steps());
        if (route.from() instanceof Address.Jbi && route.errors().isEmpty() && unit.pipelines()) {
            new PipelineCompiler(jbi)
                    .compile(definition)
                    .ifPresent(jbi.endpoint(definition.getInput().getUri())::runs);
        }
        return definition;
    }

    // ---- errors

    private static void setErrorHandler(Route route, RouteDefinition definition) {
        ErrorHandlerDefinition handler = new ErrorHandlerDefinition();
        if (route.errors().isEmpty()) {
            NoErrorHandlerDefinition none = new NoErrorHandlerDefinition();
            handler.setErrorHandlerType(none);
            definition.setErrorHandlerFactory(none);
        } else {
            DefaultErrorHandlerDefinition usual = new DefaultErrorHandlerDefinition();
            usual.setRedeliveryPolicy(policy(Optional.empty()));
            handler.setErrorHandlerType(usual);
            definition.setErrorHandlerFactory(usual);
        }
        definition.setErrorHandler(handler);
    }

    private OnExceptionDefinition onError(OnError error) {
        OnExceptionDefinition definition = new OnExceptionDefinition(classes(error.kinds()));
        definition.setRouteScoped(true);
        Predicate holds = error.onWhen().map(this::onWhen).orElse(ALWAYS);
        Predicate asked = exchange -> !InboundExchange.of(exchange).isDropped() && holds.matches(exchange);
        definition.setOnWhen(new OnWhenDefinition(asked));
        definition.setRedeliveryPolicyType(policy(error.retry()));
        definition.setOnRedelivery(this::beforeRetry);
        definition.setHandled(new ExpressionSubElementDefinition(error.handled() ? ALWAYS : NEVER));
        addAll(definition, error.steps());
        return definition;
    }

    /**
     * Ends the exchange instead of a retry if the unit was stopped meanwhile, or the exchange is not awaited any more. Sends
     * nothing again.
     */
    private void beforeRetry(Exchange exchange) {
        if (unit.isStopped()) {
            exchange.setException(new RouteFailure.Unavailable("the unit was stopped", null));
            exchange.setRouteStop(true);
        } else if (InboundExchange.of(exchange).isDropped()) {
            exchange.setException(new RouteFailure.Timeout("the answer is not awaited any more"));
            exchange.setRouteStop(true);
        }
    }

    /** The condition of an error handler. Camel evaluates it on the thread of the error. */
    private Predicate onWhen(Expression condition) {
        Value value = value(condition);
        Predicate holds = predicate(value);
        if (!value.isCostly() && !value.readsBody()) {
            return holds;
        }
        unit.runOnWorkers();
        return exchange -> exchange.getProperty(CamelUnit.NO_WORKER) == null && holds.matches(exchange);
    }

    private static final Predicate ALWAYS = exchange -> true;
    private static final Predicate NEVER = exchange -> false;

    private static List<Class<? extends Throwable>> classes(Set<ErrorKind> kinds) {
        List<Class<? extends Throwable>> classes = new ArrayList<>();
        for (ErrorKind kind : kinds) {
            classes.add(RouteFailure.classOf(kind));
        }
        return classes;
    }

    /**
     * A policy with Camel's own log of failures switched off. That log would write bodies, and keep classes of the
     * bundle alive.
     */
    private static RedeliveryPolicyDefinition policy(Optional<Retry> retry) {
        RedeliveryPolicyDefinition policy = new RedeliveryPolicyDefinition();
        policy.setLogRetryAttempted("false");
        policy.setLogStackTrace("false");
        policy.setLogRetryStackTrace("false");
        policy.setLogHandled("false");
        policy.setLogContinued("false");
        policy.setLogNewException("false");
        policy.setLogExhausted("false");
        policy.setLogExhaustedMessageHistory("false");
        policy.setLogExhaustedMessageBody("false");
        policy.setAllowRedeliveryWhileStopping("false");
        policy.setMaximumRedeliveries(
                String.valueOf(retry.map(Retry::redeliveries).orElse(0)));
        retry.ifPresent(r -> {
            policy.setAsyncDelayedRedelivery("true");
            policy.setRedeliveryDelay(String.valueOf(r.delay().toMillis()));
            policy.setMaximumRedeliveryDelay(String.valueOf(r.mostDelay().toMillis()));
            if (r.multiplier() > 1) {
                policy.setUseExponentialBackOff("true");
                policy.setBackOffMultiplier(String.valueOf(r.multiplier()));
            }
        });
        return policy;
    }

    // ---- steps

    @Override
    public void addAll(ProcessorDefinition<?> to, List<Step> steps) {
        for (Step step : steps) {
            add(to, step);
        }
    }

    private void add(ProcessorDefinition<?> to, Step step) {
        step.accept(new Adding(to));
    }

    /** Adds the definition for a step to another definition. */
    private final class Adding implements Step.PartialVisitor<Void> {
        private final ProcessorDefinition<?> to;

        Adding(ProcessorDefinition<?> to) {
            this.to = to;
        }

        private Void output(ProcessorDefinition<?> output) {
            to.addOutput(output);
            return null;
        }

        @Override
        public Void to(Step.To send) {
            if (send.address() instanceof Address.Direct) {
                to.addOutput(new ProcessDefinition(MessageSteps.call(unit)));
            }
            return output(new ToDefinition(uri(send.address(), send.place())));
        }

        @Override
        public Void choice(Step.Choice choice) {
            addChoice(to, choice);
            return null;
        }

        @Override
        public Void filter(Step.Filter filter) {
            Value condition = addReadAhead(to, ValueUse.CONDITIONS, value(filter.condition()));
            FilterDefinition definition = new FilterDefinition(predicate(condition));
            addAll(definition, filter.steps());
            return output(definition);
        }

        @Override
        public Void setHeader(Step.SetHeader set) {
            Value value = addReadAhead(to, ValueUse.TEXTS, value(set.value()));
            return output(new ProcessDefinition(MessageSteps.setHeader(unit, set.name(), value)));
        }

        @Override
        public Void removeHeaders(Step.RemoveHeaders remove) {
            return output(new ProcessDefinition(MessageSteps.removeHeaders(unit, remove.name())));
        }

        @Override
        public Void setBody(Step.SetBody set) {
            Value value = addReadAhead(to, ValueUse.TEXTS, value(set.value()));
            return output(new ProcessDefinition(MessageSteps.setBody(unit, value)));
        }

        @Override
        public Void validateExpression(Step.ValidateExpression validate) {
            Value condition = addReadAhead(to, ValueUse.CONDITIONS, value(validate.condition()));
            return output(new ProcessDefinition(MessageSteps.validate(unit, condition, validate.place())));
        }

        @Override
        public Void sequence(Step.Sequence sequence) {
            PipelineDefinition definition = new PipelineDefinition();
            addAll(definition, sequence.steps());
            return output(definition);
        }

        @Override
        public Void loop(Step.Loop loop) {
            LoopDefinition definition = new LoopDefinition(times(loop.times()));
            definition.setCopy(Boolean.toString(loop.copy()));
            definition.addOutput(new ProcessDefinition(MessageSteps.run(unit, steps(loop))));
            addAll(definition, loop.steps());
            return output(definition);
        }

        @Override
        public Void attempt(Step.Try attempt) {
            addTry(to, attempt);
            return null;
        }

        @Override
        public Void stop(Step.Stop stop) {
            return output(new StopDefinition());
        }

        @Override
        public Void split(Step.Split split) {
            addGathering(to, List.of(value(split.parts())));
            return other(split);
        }

        @Override
        public Void aggregate(Step.Aggregate aggregate) {
            prepare(to, aggregate.correlation());
            aggregate.completionCondition().ifPresent(condition -> prepare(to, condition));
            return other(aggregate);
        }

        @Override
        public Void idempotentConsumer(Step.IdempotentConsumer idempotent) {
            prepare(to, idempotent.key());
            return other(idempotent);
        }

        @Override
        public Void other(Step step) {
            stateful.add(to, step, RouteBuilding.this);
            return null;
        }
    }

    /** Prepares the value of a step that moves to a worker itself if the read-ahead does not find the value. */
    private void prepare(ProcessorDefinition<?> to, Expression expression) {
        Value value = values.compile(expression);
        if (ReadAheadProcessor.helps(List.of(value))) {
            ReadAheadProcessor ahead = new ReadAheadProcessor(List.of(value), ValueUse.ONCE, unit.gatherer());
            to.addOutput(new ProcessDefinition(ahead));
            prepared.put(expression, ahead.value(0));
        } else {
            if (value.readsBody()) {
                to.addOutput(new ProcessDefinition(unit.gatherer().look(List.of(value), true)));
            }
            prepared.put(expression, value);
        }
    }

    private static org.apache.camel.Expression times(int times) {
        return new org.apache.camel.Expression() {
            @Override
            public <T> T evaluate(Exchange exchange, Class<T> type) {
                return exchange.getContext().getTypeConverter().convertTo(type, exchange, times);
            }

            @Override
            public String toString() {
                return times + " times";
            }
        };
    }

    /** The number of steps of one run of a loop; those of inner loops count once, since their runs count themselves. */
    private static int steps(Step step) {
        int steps = 1;
        for (List<Step> branch : step.inside()) {
            for (Step inside : branch) {
                steps += steps(inside);
            }
        }
        return steps;
    }

    private void addChoice(ProcessorDefinition<?> to, Step.Choice choice) {
        ChoiceDefinition definition = new ChoiceDefinition();
        List<Value> conditions = inTurn(
                to,
                addReadAhead(
                        to,
                        ValueUse.CONDITIONS,
                        choice.whens().stream()
                                .map(when -> value(when.condition()))
                                .toList()));
        for (int i = 0; i < conditions.size(); i++) {
            Step.Choice.When when = choice.whens().get(i);
            WhenDefinition whenDefinition = new WhenDefinition(predicate(conditions.get(i)));
            outputs(when.steps()).forEach(whenDefinition::addOutput);
            definition.getWhenClauses().add(whenDefinition);
        }
        OtherwiseDefinition otherwise = new OtherwiseDefinition();
        outputs(choice.otherwise()).forEach(otherwise::addOutput);
        definition.setOtherwise(otherwise);
        to.addOutput(definition);
    }

    /** The outputs for a definition that takes outputs, but is no processor itself. */
    private List<ProcessorDefinition<?>> outputs(List<Step> steps) {
        PipelineDefinition collected = new PipelineDefinition();
        addAll(collected, steps);
        return collected.getOutputs();
    }

    private void addTry(ProcessorDefinition<?> to, Step.Try attempt) {
        TryDefinition definition = new TryDefinition();
        addAll(definition, attempt.steps());
        for (Step.Try.Catch caught : attempt.catches()) {
            CatchDefinition catchDefinition = new CatchDefinition(classes(caught.kinds()));
            caught.onWhen().ifPresent(when -> catchDefinition.setOnWhen(new OnWhenDefinition(onWhen(when))));
            addAll(catchDefinition, caught.steps());
            definition.addOutput(catchDefinition);
        }
        if (!attempt.atLast().isEmpty()) {
            FinallyDefinition atLast = new FinallyDefinition();
            addAll(atLast, attempt.atLast());
            definition.addOutput(atLast);
        }
        to.addOutput(definition);
    }

    private Value addReadAhead(ProcessorDefinition<?> to, ValueUse use, Value value) {
        return addReadAhead(to, use, List.of(value)).get(0);
    }

    /** The values that a choice tests in place of several conditions that may each occupy a worker for long. */
    private List<Value> inTurn(ProcessorDefinition<?> to, List<Value> conditions) {
        if (conditions.stream().filter(Value::isCostly).count() < 2) {
            return conditions;
        }
        ConditionsInTurn inTurn = new ConditionsInTurn(conditions, unit);
        to.addOutput(new ProcessDefinition(inTurn));
        return IntStream.range(0, conditions.size()).mapToObj(inTurn::value).toList();
    }

    /**
     * Adds a {@link ReadAheadProcessor} before a step that evaluates these values in turn, until one is true. Returns the
     * values that the step evaluates in their place.
     */
    private List<Value> addReadAhead(ProcessorDefinition<?> to, ValueUse use, List<Value> values) {
        if (!ReadAheadProcessor.helps(values)) {
            addGathering(to, values);
            return values;
        }
        ReadAheadProcessor ahead = new ReadAheadProcessor(values, use, unit.gatherer());
        to.addOutput(new ProcessDefinition(ahead));
        return IntStream.range(0, values.size()).mapToObj(ahead::value).toList();
    }

    /**
     * Adds a processor of the {@link Gatherer} before a step that evaluates these values. Afterwards the body is at hand,
     * and the values may occupy the thread.
     */
    private void addGathering(ProcessorDefinition<?> to, List<Value> values) {
        if (values.stream().anyMatch(value -> value.isCostly() || value.readsBody())) {
            to.addOutput(new ProcessDefinition(unit.gatherer().look(values, false)));
        }
    }

    private static Predicate predicate(Value value) {
        return new Predicate() {
            @Override
            public boolean matches(Exchange exchange) {
                try {
                    return value.test(exchange);
                } catch (RouteFailure e) {
                    throw MessageSteps.unchecked(e);
                }
            }

            @Override
            public String toString() {
                return "condition";
            }
        };
    }

    /** The URI of an address in a route. It contains no text of the tenant. */
    private String uri(Address address, Place place) {
        if (address instanceof Address.Jbi provider) {
            return jbi.uri(provider, place, !streams);
        }
        String name = ((Address.Direct) address).name();
        return directUris.computeIfAbsent(name, n -> "direct:" + directUris.size());
    }

    // ---- services for builders of steps

    @Override
    public Value value(Expression expression) {
        Value value = prepared.remove(expression);
        return value == null ? values.compile(expression) : value;
    }

    @Override
    public void detach(Exchange copy) {
        InboundExchange.detach(copy);
    }

    @Override
    public Runnable dropping(Exchange copy) {
        return InboundExchange.of(copy)::drop;
    }

    @Override
    public void branch(Exchange copy) {
        InboundExchange.branch(copy);
    }

    @Override
    public void over(Exchange copy) {
        InboundExchange.of(copy).gathered().release();
    }

    @Override
    public void rejoin(Exchange copy, Exchange exchange) {
        InboundExchange.of(copy).gathered().release(InboundExchange.of(exchange).gathered());
    }

    @Override
    public Owner owner() {
        return unit.owner();
    }

    @Override
    public CamelContext camel() {
        return camel;
    }
}
