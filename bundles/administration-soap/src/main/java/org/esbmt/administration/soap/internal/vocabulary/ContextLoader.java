package org.esbmt.administration.soap.internal.vocabulary;

import java.util.function.Supplier;

/**
 * The context class loader of the calling thread. CXF and the APIs of Jakarta find their parts by it, so it is that of this
 * bundle while CXF works. The services of other bundles must not see it: their threads and factories would keep it.
 */
public final class ContextLoader {
    private ContextLoader() {}

    /** Sets the loader, and returns the one before. Either may be null. */
    public static ClassLoader use(ClassLoader next) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(next);
        return before;
    }

    /** Sets the loader of this bundle, and returns the one before. */
    public static ClassLoader useOwn() {
        return use(ContextLoader.class.getClassLoader());
    }

    /** Calls a service of another bundle under a loader. */
    public static <T> T under(ClassLoader loader, Supplier<T> service) {
        ClassLoader before = use(loader);
        try {
            return service.get();
        } finally {
            use(before);
        }
    }
}
