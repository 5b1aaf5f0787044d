package org.esbmt.transaction.atomikos.internal;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.transaction.api.TransactionId;

/** The transactions whose unit of work has not returned yet: recovery leaves them alone. Thread-safe. */
final class LiveTransactions {
    private final Map<TransactionId, LiveTransaction> byId = new ConcurrentHashMap<>();
    private final Map<String, LiveTransaction> byAtomikos = new ConcurrentHashMap<>();

    void add(LiveTransaction one) {
        byId.put(one.id(), one);
        byAtomikos.put(one.atomikos(), one);
    }

    void remove(LiveTransaction one) {
        byAtomikos.remove(one.atomikos());
        byId.remove(one.id());
    }

    boolean has(TransactionId id) {
        return byId.containsKey(id);
    }

    /** The transaction of the work in the calling thread. There are few at the same time. */
    Optional<LiveTransaction> ofThisThread() {
        for (LiveTransaction one : byId.values()) {
            if (one.isOpenHere()) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /** @param id the transaction's id in Atomikos */
    Optional<LiveTransaction> ofAtomikos(String id) {
        return Optional.ofNullable(byAtomikos.get(id));
    }
}
