package org.esbmt.registry.api;

/**
 * A registry did not do what it was asked. But for {@link InDoubt}, which is outside of units of work only, nothing of it was
 * done. Messages name values, never secrets.
 */
public abstract sealed class RegistryException extends Exception {
    private static final long serialVersionUID = 1L;

    private RegistryException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The database is out of reach, or did not answer in time. The same call may succeed later. */
    public static final class Unavailable extends RegistryException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * The registry is there, but others are changing the same: a lock was not given in time, or two waited for one another.
     * The same call may succeed at once.
     */
    public static final class Busy extends RegistryException {
        private static final long serialVersionUID = 1L;

        public Busy(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The name or identifier is another's already. */
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
     * There is not that much: a quota or a contingent would be exceeded. It has to be raised, or something given back,
     * first.
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
         * @param limit the most there may be; 0 where nothing was granted
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

    /** The connection was lost during the commit: the change may have been made or not. Look before trying again. */
    public static final class InDoubt extends RegistryException {
        private static final long serialVersionUID = 1L;

        public InDoubt(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The registry or its database is at fault; trying again will not help. */
    public static final class Failed extends RegistryException {
        private static final long serialVersionUID = 1L;

        public Failed(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
