package org.esbmt.administration.internal.change;

import org.esbmt.administration.internal.policy.Failures;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.UnitOfWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a change has begun and is not complete everywhere, such as one in doubt. Its writes are invisible,
 * and a second writer of the same data waits for it. So the probe writes the same data, and rolls back.
 */
public final class InDoubtProbe {
    private static final Logger LOG = LoggerFactory.getLogger(InDoubtProbe.class);

    private InDoubtProbe() {}

    /**
     * Writes the same data as the change. An objection of the registry shows that no unfinished change keeps the data.
     */
    @FunctionalInterface
    public interface Touch {
        void run() throws RegistryException;
    }

    /**
     * Tells whether an unfinished change holds locks on the data. Waits for the change as long as the registry permits.
     *
     * @throws RegistryException if the state cannot be determined
     */
    public static boolean keeps(UnitOfWork units, Touch touch) throws RegistryException {
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
            throw new RegistryException.Failed("The state of a change is unknown: " + e.getMessage(), e);
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
