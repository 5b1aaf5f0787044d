package org.esbmt.http.bc.internal.backend;

import static java.util.Objects.requireNonNull;

import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.esbmt.http.bc.internal.lane.Lanes;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;

/**
 * Resolves a host to addresses that its owner may connect to. It runs off the event loop, since name services block.
 * Each tenant has one thread, so that a slow name server of one tenant does not delay others.
 */
final class AddressLookup implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int THREADS_OF_TENANT = 1;
    private static final int WAITING_OF_TENANT = 256;

    /** Receives one of the two outcomes, on the event loop. */
    interface Result {
        void found(List<InetAddress> addresses);

        void refused(BackEndException cause);
    }

    /** Resolves names like {@link InetAddress#getAllByName}. */
    @FunctionalInterface
    interface NameService {
        InetAddress[] find(String host) throws UnknownHostException;
    }

    private final EgressRules rules;
    private final NameService names;
    private final Lanes lanes = new Lanes("http-bc-lookup", THREADS, THREADS_OF_TENANT, WAITING_OF_TENANT);

    AddressLookup(EgressRules rules, NameService names) {
        this.rules = requireNonNull(rules, "rules");
        this.names = requireNonNull(names, "names");
    }

    /** @param nanos the time limit of the look-up */
    void find(Owner owner, String host, int port, long nanos, EventLoop loop, Result result) {
        try {
            lanes.execute(
                    owner,
                    nanos,
                    () -> permitted(owner, host, port),
                    (addresses, failure) -> loop.execute(() -> {
                        if (failure == null) {
                            result.found(addresses);
                        } else {
                            result.refused(refusal(host, nanos, failure));
                        }
                    }));
        } catch (OverloadedException e) {
            result.refused(new BackEndException(FaultCode.OVERLOADED, "its name is not looked up: " + e.getMessage()));
        }
    }

    private List<InetAddress> permitted(Owner owner, String host, int port)
            throws UnknownHostException, BackEndException {
        List<InetAddress> permitted = new ArrayList<>();
        for (InetAddress address : names.find(host)) {
            if (rules.permits(owner, host, port, address)) {
                permitted.add(address);
            }
        }
        if (permitted.isEmpty()) {
            throw BackEndException.unavailable("the egress rules do not let " + owner + " connect to " + host + ":"
                    + port + "; the system administrator may list it under egress.allow");
        }
        return permitted;
    }

    private static BackEndException refusal(String host, long nanos, Throwable failure) {
        if (failure instanceof BackEndException known) {
            return known;
        }
        if (failure instanceof UnknownHostException) {
            return BackEndException.unavailable("there is no host " + host);
        }
        if (failure instanceof TimeoutException) {
            return BackEndException.unavailable("the name service did not find " + host + " within the "
                    + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms of connectTimeoutMillis");
        }
        return BackEndException.unavailable(
                "the look-up of " + host + " failed: " + failure.getClass().getName());
    }

    @Override
    public void close() {
        lanes.close();
    }
}
