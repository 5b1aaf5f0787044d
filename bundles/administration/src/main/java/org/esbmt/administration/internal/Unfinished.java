package org.esbmt.administration.internal;

import org.esbmt.registry.api.RegistryException;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.UnitOfWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a change has begun that is not so everywhere yet, such as one that is in doubt: what it has written there nobody sees, and
 * whoever writes the same waits for it. So the same is written, and taken back.
 */
final class Unfinished {
    private static final Logger LOG = LoggerFactory.getLogger(Unfinished.class);

    private Unfinished() {}

    /** Writes what the change has written. What a registry says against it tells that nobody keeps it. */
    @FunctionalInterface
    interface Touch {
        void run() throws RegistryException;
    }

    /**
     * Whether somebody keeps it. Waits for them as long as the registry lets anybody wait.
     *
     * @throws RegistryException if that cannot be told
     */
    static boolean keeps(UnitOfWork units, Touch touch) throws RegistryException {
        try {
            return units.<Boolean, Exception>run(transaction -> {
                touch.run();
                throw new TakenBack();
            });
        } catch (TakenBack e) {
            return false;
        } catch (RegistryException.Busy e) {
            LOG.debug("A change is not finished.", e);
            return true;
        } catch (RegistryException.Unavailable | RegistryException.Failed e) {
            throw e;
        } catch (RegistryException e) {
            LOG.debug("No change that is not finished keeps this.", e);
            return false;
        } catch (RuntimeException e) {
            throw e;
        } catch (RolledBackException e) {
            if (Failures.busy(e).isPresent()) {
                return true;
            }
            throw new RegistryException.Unavailable(e.getMessage(), e);
        } catch (Exception e) {
            throw new RegistryException.Failed("Whether a change is finished cannot be told: " + e.getMessage(), e);
        }
    }

    /** Ends the unit of work. */
    private static final class TakenBack extends Exception {
        private static final long serialVersionUID = 1L;

        TakenBack() {
            super("taken back", null, false, false);
        }
    }
}
