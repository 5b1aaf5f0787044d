package org.esbmt.http.bc.internal.backend;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.esbmt.jbi.container.api.Owner;

/** Turns a host into addresses that its owner may connect to, off the event loop: name services block. */
final class AddressLookup implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int QUEUE = 1024;

    /** Gets one of the two, on the event loop. */
    interface Result {
        void found(List<InetAddress> addresses);

        void refused(BackEndException cause);
    }

    private final EgressRules rules;
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUE),
            new DefaultThreadFactory("http-bc-lookup", true));

    AddressLookup(EgressRules rules) {
        this.rules = rules;
        pool.allowCoreThreadTimeOut(true);
    }

    void find(Owner owner, String host, int port, EventLoop loop, Result result) {
        try {
            pool.execute(() -> {
                List<InetAddress> permitted = new ArrayList<>();
                BackEndException refusal = null;
                try {
                    for (InetAddress address : InetAddress.getAllByName(host)) {
                        if (rules.permits(owner, host, port, address)) {
                            permitted.add(address);
                        }
                    }
                    if (permitted.isEmpty()) {
                        refusal = BackEndException.unavailable("the egress rules do not let " + owner + " connect to "
                                + host + ":" + port + "; the system administrator may list it under egress.allow");
                    }
                } catch (UnknownHostException e) {
                    refusal = BackEndException.unavailable("there is no host " + host);
                }
                BackEndException refused = refusal;
                loop.execute(() -> {
                    if (refused == null) {
                        result.found(permitted);
                    } else {
                        result.refused(refused);
                    }
                });
            });
        } catch (RejectedExecutionException e) {
            result.refused(BackEndException.unavailable("too many names are being looked up"));
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
