package org.esbmt.jbi.deployer.internal.installer;

/** Calls code of installed parts, which loads classes with the thread's context class loader. */
final class PartCode {
    private PartCode() {}

    @FunctionalInterface
    interface Call<T> {
        T run() throws Exception;
    }

    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    static <T> T in(ClassLoader loader, Call<T> call) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return call.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    static <T> T make(Class<T> type, String className, ClassLoader loader) throws ReflectiveOperationException {
        Class<?> found = Class.forName(className, true, loader);
        if (!type.isAssignableFrom(found)) {
            throw new ClassNotFoundException(className + " is no " + type.getName());
        }
        return type.cast(found.getDeclaredConstructor().newInstance());
    }

    /** The message of a failure, for a sentence. A wrapper without a message is skipped in favour of its cause. */
    static String message(Throwable e) {
        Throwable cause = e;
        while (cause.getMessage() == null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof ReflectiveOperationException
                        || cause instanceof LinkageError
                        || cause.getMessage() == null
                ? cause.toString()
                : cause.getMessage();
    }
}
