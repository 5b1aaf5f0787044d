package org.esbmt.transaction.atomikos.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.esbmt.transaction.api.XaConnector;
import org.esbmt.transaction.api.XaLink;

/** Faults at chosen points of real resources, such as {@code "one before commit"}. */
final class Faults {
    /** Throws an exception, kills a process, or does not return. */
    @FunctionalInterface
    interface Fault {
        void strike() throws XAException;
    }

    private final Map<String, Fault> faults = new ConcurrentHashMap<>();
    private final Map<String, Boolean> down = new ConcurrentHashMap<>();

    void at(String point, Fault fault) {
        faults.put(point, fault);
    }

    /** Refuses new links to the resource, and breaks existing ones. */
    void takeDown(String name) {
        down.put(name, true);
    }

    void bringUp(String name) {
        down.remove(name);
    }

    void clear() {
        faults.clear();
        down.clear();
    }

    <C> XaConnector<C> around(String name, XaConnector<C> connector) {
        return () -> {
            if (down.containsKey(name)) {
                throw new IllegalStateException(name + " is down");
            }
            return new Link<>(name, connector.open());
        };
    }

    private void reach(String name, String point) throws XAException {
        if (down.containsKey(name)) {
            throw new XAException(XAException.XAER_RMFAIL);
        }
        Fault fault = faults.get(name + " " + point);
        if (fault != null) {
            fault.strike();
        }
    }

    private final class Link<C> implements XaLink<C> {
        private final XaLink<C> real;
        private final XAResource resource;

        Link(String name, XaLink<C> real) {
            this.real = real;
            resource = new Resource(name, real.resource());
        }

        @Override
        public XAResource resource() {
            return resource;
        }

        @Override
        public C connection() {
            return real.connection();
        }

        @Override
        public void close() {
            real.close();
        }
    }

    private final class Resource implements XAResource {
        private final String name;
        private final XAResource real;

        Resource(String name, XAResource real) {
            this.name = name;
            this.real = real;
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            reach(name, "before prepare");
            int vote = real.prepare(xid);
            reach(name, "after prepare");
            return vote;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            reach(name, "before commit");
            real.commit(xid, onePhase);
            reach(name, "after commit");
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            reach(name, "before rollback");
            real.rollback(xid);
            reach(name, "after rollback");
        }

        @Override
        public void start(Xid xid, int flags) throws XAException {
            reach(name, "before start");
            real.start(xid, flags);
        }

        @Override
        public void end(Xid xid, int flags) throws XAException {
            reach(name, "before end");
            real.end(xid, flags);
        }

        @Override
        public Xid[] recover(int flags) throws XAException {
            reach(name, "before recover");
            return real.recover(flags);
        }

        @Override
        public void forget(Xid xid) throws XAException {
            real.forget(xid);
        }

        @Override
        public boolean isSameRM(XAResource other) throws XAException {
            return real.isSameRM(other);
        }

        @Override
        public int getTransactionTimeout() throws XAException {
            return real.getTransactionTimeout();
        }

        @Override
        public boolean setTransactionTimeout(int seconds) throws XAException {
            return real.setTransactionTimeout(seconds);
        }
    }
}
