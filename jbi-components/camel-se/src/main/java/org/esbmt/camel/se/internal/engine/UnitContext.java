package org.esbmt.camel.se.internal.engine;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.Predicate;
import org.apache.camel.TypeConverter;
import org.apache.camel.component.direct.DirectComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultShutdownStrategy;
import org.apache.camel.impl.engine.ExplicitCamelContextNameStrategy;
import org.apache.camel.spi.Language;
import org.apache.camel.spi.LanguageResolver;
import org.apache.camel.spi.ReactiveExecutor;
import org.apache.camel.spi.RouteStartupOrder;
import org.apache.camel.spi.ShutdownStrategy;
import org.apache.camel.spi.ThreadPoolFactory;
import org.apache.camel.spi.ThreadPoolProfile;
import org.esbmt.camel.se.internal.work.UnitWorkers;

/**
 * The Camel context of one service unit, without management and without threads of its own. It shares everything that
 * contexts can share. It reads no files and knows two components, {@code jbi} and {@code direct}.
 */
final class UnitContext extends DefaultCamelContext {
    /** A language without expressions: our routes use none of Camel's languages, but Camel requires at least one. */
    private static final Language NO_LANGUAGE = new Language() {
        @Override
        public Predicate createPredicate(String text) {
            throw new IllegalArgumentException("no language of Camel's is used here");
        }

        @Override
        public Expression createExpression(String text) {
            throw new IllegalArgumentException("no language of Camel's is used here");
        }
    };

    private final TypeConverter converter;
    private final ScheduledExecutorService retries;

    private UnitContext(TypeConverter converter, ScheduledExecutorService retries) {
        super(false);
        this.converter = converter;
        this.retries = retries;
    }

    /** The context that owns the shared parts of the others; it has no routes. */
    static UnitContext createOwner(ReactiveExecutor tasks) {
        return create("shared", null, tasks, null);
    }

    /**
     * A context that is not started and has no routes.
     *
     * @param name the owner and the unit
     * @param workers for tasks that may not run on the thread of the message; their opener closes them, after the
     *     context
     */
    static UnitContext create(String name, SharedCamel shared, UnitWorkers workers) {
        return create(name, shared.converter(), shared.tasks(), workers);
    }

    private static UnitContext create(
            String name, TypeConverter converter, ReactiveExecutor tasks, UnitWorkers workers) {
        ClassLoader bundle = UnitContext.class.getClassLoader();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(bundle);
        try {
            ScheduledExecutorService retries = workers == null ? null : new RetryExecutor(workers);
            UnitContext context = new UnitContext(converter, retries);
            context.setApplicationContextClassLoader(bundle);
            context.setNameStrategy(new ExplicitCamelContextNameStrategy(name));
            context.disableJMX();
            context.setLoadHealthChecks(false);
            context.setDevConsole(false);
            context.setMessageHistory(false);
            context.setAutowiredEnabled(false);
            context.setUseMDCLogging(false);
            context.setStreamCaching(false);
            context.setTypeConverterStatisticsEnabled(false);
            context.setLoadTypeConverters(false);
            context.build();
            context.getGlobalEndpointConfiguration().setAutowiredEnabled(false);
            context.getCamelContextExtension().setReactiveExecutor(tasks);
            if (workers != null) {
                context.getExecutorServiceManager().setThreadPoolFactory(new OneExecutor(workers.executor(), retries));
            }
            DirectComponent direct = new DirectComponent();
            direct.setBlock(false);
            context.addComponent("direct", direct);
            return context;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    protected TypeConverter createTypeConverter() {
        return converter == null ? super.createTypeConverter() : new Borrowed(converter);
    }

    /** Camel makes this executor before another factory of pools can be set. */
    @Override
    protected ScheduledExecutorService createErrorHandlerExecutorService() {
        return retries == null ? super.createErrorHandlerExecutorService() : retries;
    }

    @Override
    protected LanguageResolver createLanguageResolver() {
        return (name, context) -> NO_LANGUAGE;
    }

    @Override
    protected ShutdownStrategy createShutdownStrategy() {
        return new AtOnce(this);
    }

    /** Prevents the borrowing context from starting, stopping and referring to the shared converter. */
    private record Borrowed(TypeConverter shared) implements TypeConverter {
        @Override
        public boolean allowNull() {
            return shared.allowNull();
        }

        @Override
        public <T> T convertTo(Class<T> type, Object value) {
            return shared.convertTo(type, value);
        }

        @Override
        public <T> T convertTo(Class<T> type, Exchange exchange, Object value) {
            return shared.convertTo(type, exchange, value);
        }

        @Override
        public <T> T mandatoryConvertTo(Class<T> type, Object value) throws NoTypeConversionAvailableException {
            return shared.mandatoryConvertTo(type, value);
        }

        @Override
        public <T> T mandatoryConvertTo(Class<T> type, Exchange exchange, Object value)
                throws NoTypeConversionAvailableException {
            return shared.mandatoryConvertTo(type, exchange, value);
        }

        @Override
        public <T> T tryConvertTo(Class<T> type, Object value) {
            return shared.tryConvertTo(type, value);
        }

        @Override
        public <T> T tryConvertTo(Class<T> type, Exchange exchange, Object value) {
            return shared.tryConvertTo(type, exchange, value);
        }
    }

    /** Stops at once: no exchange is in flight, because the endpoints were closed before. */
    private static final class AtOnce extends DefaultShutdownStrategy {
        AtOnce(CamelContext context) {
            super(context);
        }

        @Override
        protected boolean doShutdown(
                CamelContext context,
                List<RouteStartupOrder> routes,
                long timeout,
                TimeUnit timeUnit,
                boolean suspendOnly,
                boolean abortAfterTimeout,
                boolean forceShutdown) {
            return true;
        }
    }

    /** Gives Camel the unit's executor for every requested pool. Camel cannot shut that executor down. */
    private record OneExecutor(ExecutorService executor, ScheduledExecutorService retries)
            implements ThreadPoolFactory {
        @Override
        public ExecutorService newCachedThreadPool(ThreadFactory threads) {
            return Executors.unconfigurableExecutorService(executor);
        }

        @Override
        public ExecutorService newThreadPool(ThreadPoolProfile profile, ThreadFactory threads) {
            return Executors.unconfigurableExecutorService(executor);
        }

        @Override
        public ScheduledExecutorService newScheduledThreadPool(ThreadPoolProfile profile, ThreadFactory threads) {
            return retries;
        }
    }
}
