package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.Password;

/** Changes of the caller's own account. */
public sealed interface AccountCommand<R> extends Command<R> {

    /**
     * Changes the own password; the old one is refused from then on. A wrong current password is FORBIDDEN and counts as a failed login,
     * with the same growing delay. A repetition under the same identifier has the first outcome if the new password is the same. CONFLICT
     * if it is another one, or was changed since.
     *
     * <p>It is no record, since a record would share its array.
     */
    final class ChangePassword implements AccountCommand<Done> {
        private final char[] current;
        private final Password changed;

        /** @param current not kept and not copied; the caller clears it */
        public ChangePassword(char[] current, Password changed) {
            this.current = requireNonNull(current, "current");
            this.changed = requireNonNull(changed, "changed");
        }

        /** The caller's own array. */
        public char[] current() {
            return current;
        }

        public Password changed() {
            return changed;
        }
    }
}
