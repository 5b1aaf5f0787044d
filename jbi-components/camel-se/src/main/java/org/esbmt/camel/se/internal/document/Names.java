package org.esbmt.camel.se.internal.document;

import java.util.concurrent.ConcurrentHashMap;
import net.sf.saxon.om.FingerprintedQName;
import net.sf.saxon.om.NamePool;
import net.sf.saxon.om.NamespaceUri;

/**
 * The names of documents as numbers of one of Saxon's pools. A pool never forgets a name and has room for a million,
 * and senders choose names. So every user of a pool checks {@link #full} and continues with a new one.
 */
public final class Names {
    static final int MOST = 20_000;

    private record Name(String prefix, NamespaceUri namespace, String local) {}

    private final NamePool pool;
    private final int before;
    private final ConcurrentHashMap<Name, FingerprintedQName> names = new ConcurrentHashMap<>();

    public Names(NamePool pool) {
        this.pool = pool;
        this.before = next();
    }

    /** The known name; null if no document has contained it so far. */
    FingerprintedQName known(String prefix, NamespaceUri namespace, String local) {
        return names.get(new Name(prefix, namespace, local));
    }

    FingerprintedQName name(String prefix, NamespaceUri namespace, String local) {
        Name name = new Name(prefix, namespace, local);
        FingerprintedQName known = names.get(name);
        if (known == null) {
            known = new FingerprintedQName(prefix, namespace, local, pool);
            names.put(name, known);
        }
        return known;
    }

    /** Returns true if the documents' names require another pool. */
    public boolean full() {
        return names.size() > MOST;
    }

    /** The number of names in the pool. */
    public int size() {
        return names.size();
    }

    /**
     * Checks like {@link #full}, but also counts the names that stylesheets have made. The call itself takes a name.
     */
    public boolean fullOfAll() {
        return full() || next() - before > MOST;
    }

    private int next() {
        return pool.allocateFingerprint(NamespaceUri.of("urn:esbmt:pool"), "n" + System.nanoTime());
    }
}
