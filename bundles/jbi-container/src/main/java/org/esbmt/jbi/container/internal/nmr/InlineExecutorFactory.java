package org.esbmt.jbi.container.internal.nmr;

import java.util.Map;
import org.apache.servicemix.executors.Executor;
import org.apache.servicemix.executors.ExecutorFactory;

/** Runs every task on the calling thread. The stock factory creates a thread pool for each endpoint. */
final class InlineExecutorFactory implements ExecutorFactory {
    static final Executor INLINE = new Executor() {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public int capacity() {
            return 0;
        }

        @Override
        public int size() {
            return 0;
        }
    };

    @Override
    public Executor createExecutor(String id) {
        return INLINE;
    }

    @Override
    public Executor createExecutor(String id, Map<String, Object> properties) {
        return INLINE;
    }

    @Override
    public Executor createDaemonExecutor(String id) {
        return INLINE;
    }
}
