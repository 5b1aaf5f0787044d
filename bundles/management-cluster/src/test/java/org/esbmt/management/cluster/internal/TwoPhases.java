package org.esbmt.management.cluster.internal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.esbmt.transaction.api.InDoubtException;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.api.UnitOfWork;
import org.esbmt.transaction.api.XaConnector;
import org.esbmt.transaction.api.XaLink;
import org.esbmt.transaction.api.XaParticipant;
import org.esbmt.transaction.api.XaResources;

/** Transactions that prepare and commit their participants in order, without a log. */
final class TwoPhases implements UnitOfWork, XaResources {
    private static final ThreadLocal<Live> LIVE = new ThreadLocal<>();

    private record Named<C>(ResourceName name, XaConnector<C> connector) implements XaParticipant<C> {
        @Override
        public void close() {}
    }

    private record Branch(UUID id) implements Xid {
        @Override
        public int getFormatId() {
            return 77;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return ByteBuffer.allocate(16)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits())
                    .array();
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }

    private static final class Live implements Transaction, AutoCloseable {
        private final UUID id = UUID.randomUUID();
        private final Map<XaParticipant<?>, XaLink<?>> links = new LinkedHashMap<>();
        /** The actions of the commit; a rollback drops them. */
        private final List<Runnable> atCommit = new ArrayList<>();

        private boolean committed;

        @Override
        public TransactionId id() {
            return new TransactionId(id.toString());
        }

        @Override
        @SuppressWarnings("unchecked") // put there by the same participant
        public <C> C enlist(XaParticipant<C> participant) throws RolledBackException {
            XaLink<C> link = (XaLink<C>) links.get(participant);
            if (link == null) {
                try {
                    link = ((Named<C>) participant).connector().open();
                    link.resource().start(xid(), XAResource.TMNOFLAGS);
                } catch (Exception e) {
                    throw new RolledBackException(id(), participant.name() + " cannot be reached", e);
                }
                links.put(participant, link);
            }
            return link.connection();
        }

        private Xid xid() {
            return new Branch(id);
        }

        void commit() throws XAException {
            for (XaLink<?> link : links.values()) {
                link.resource().end(xid(), XAResource.TMSUCCESS);
                link.resource().prepare(xid());
            }
            atCommit.forEach(Runnable::run);
            for (XaLink<?> link : links.values()) {
                link.resource().commit(xid(), false);
            }
            committed = true;
        }

        /** Rolls back what is not committed. */
        @Override
        public void close() throws XAException {
            for (XaLink<?> link : links.values()) {
                if (!committed) {
                    link.resource().end(xid(), XAResource.TMSUCCESS);
                    link.resource().rollback(xid());
                }
                link.close();
            }
        }
    }

    @Override
    public <T, E extends Exception> T run(Work<T, E> work) throws E, RolledBackException, InDoubtException {
        Live transaction = new Live();
        LIVE.set(transaction);
        try (transaction) {
            T found = work.in(transaction);
            transaction.commit();
            return found;
        } catch (XAException e) {
            throw new RolledBackException(transaction.id(), "of a test", e);
        } finally {
            LIVE.remove();
        }
    }

    @Override
    public Optional<Transaction> current() {
        return Optional.ofNullable(LIVE.get());
    }

    void atCommit(Runnable action) {
        LIVE.get().atCommit.add(action);
    }

    @Override
    public String node() {
        return "node1";
    }

    @Override
    public <C> XaParticipant<C> register(ResourceName name, XaConnector<C> connector) {
        return new Named<>(name, connector);
    }
}
