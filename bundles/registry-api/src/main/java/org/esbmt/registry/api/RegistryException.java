package org.esbmt.registry.api;

/**
 * A registry did not perform an operation. Nothing of the operation was done, except perhaps for {@link InDoubt}, which
 * occurs outside of units of work only. Messages name values, never secrets.
 */
public abstract sealed class RegistryException extends Exception {
    private static final long serialVersionUID = 1L;

    private RegistryException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The database cannot be reached, or did not answer in time. The same call may succeed later. */
    public static final class Unavailable extends RegistryException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * The registry works, but concurrent transactions change the same data: a lock was not granted in time, or two
     * transactions deadlocked. The same call may succeed at once.
     */
    public static final class Busy extends RegistryException {
        private static final long serialVersionUID = 1L;

        public Busy(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Another entry has the name or identifier already. */
    public static final class Conflict extends RegistryException {
        private static final long serialVersionUID = 1L;

        public Conflict(String message) {
            super(message, null);
        }
    }

    /** The entry has changed since it was read: read it again. */
    public static final class Stale extends RegistryException {
        private static final long serialVersionUID = 1L;

        public Stale(String message) {
            super(message, null);
        }
    }

    /** There is no such tenant, user or other entry. */
    public static final class NotFound extends RegistryException {
        private static final long serialVersionUID = 1L;

        public NotFound(String message) {
            super(message, null);
        }
    }

    /** The change would break a rule of the registry, which the message states. */
    public static final class RuleBroken extends RegistryException {
        private static final long serialVersionUID = 1L;

        public RuleBroken(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * A quota or a contingent would be exceeded. An administrator has to raise it, or a holder has to release
     * resources, first.
     */
    public static final class Exceeded extends RegistryException {
        private static final long serialVersionUID = 1L;

        /** The source of a limit. */
        public enum Ceiling {
            /** The installation grants it to a tenant. */
            QUOTA,
            /** A tenant grants it to users or roles, out of its quota. */
            CONTINGENT
        }

        private final Ceiling ceiling;
        private final String resource;
        private final long limit;
        private final long used;

        /**
         * The operation changed nothing.
         *
         * @param ceiling the limit that would have to be raised
         * @param resource its name, such as {@code ENDPOINTS}
         * @param limit the largest permitted amount; 0 without a grant
         * @param used the amount already used or granted
         */
        public Exceeded(String message, Ceiling ceiling, String resource, long limit, long used) {
            super(message, null);
            this.ceiling = ceiling;
            this.resource = resource;
            this.limit = limit;
            this.used = used;
        }

        public Ceiling ceiling() {
            return ceiling;
        }

        public String resource() {
            return resource;
        }

        public long limit() {
            return limit;
        }

        public long used() {
            return used;
        }
    }

    /**
     * The connection was lost during the commit, so the change may be committed or not. The caller reads the entry
     * before a second attempt.
     */
    public static final class InDoubt extends RegistryException {
        private static final long serialVersionUID = 1L;

        public InDoubt(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The registry or its database has a fault; a second attempt fails as well. */
    public static final class Failed extends RegistryException {
        private static final long serialVersionUID = 1L;

        public Failed(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
