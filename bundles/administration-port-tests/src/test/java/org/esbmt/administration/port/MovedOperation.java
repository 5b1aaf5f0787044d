package org.esbmt.administration.port;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.OperationAdministration.UnderWayView.Phase;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;

/** The operations of the bus, and a batch of ten steps that a test moves. The bus decides on each right. */
final class MovedOperation implements OperationAdministration {
    static final UUID ID = new UUID(0x4000, 0x8000_0000_0000_0010L);

    private final OperationAdministration bus;
    private final String text;
    private volatile int done;
    private volatile boolean over;
    private volatile boolean forbidden;

    /** @param text of the caller, the kind and the result */
    MovedOperation(OperationAdministration bus, String text) {
        this.bus = requireNonNull(bus, "bus");
        this.text = requireNonNull(text, "text");
    }

    void moveTo(int step) {
        over = false;
        done = step;
    }

    void end() {
        over = true;
    }

    /** Lets the policy refuse each look at operations from now on. */
    void forbid() {
        forbidden = true;
    }

    @Override
    public Optional<OperationView> find(Administrator by, UUID id) throws AdministrationException {
        Optional<OperationView> ofBus = bus.find(by, id);
        return id.equals(ID) && over
                ? Optional.of(new OperationView(ID, text, text, text, Instant.EPOCH, Optional.empty()))
                : ofBus;
    }

    @Override
    public List<UnderWayView> batchesUnderWay(Administrator by) throws AdministrationException {
        List<UnderWayView> all = new ArrayList<>(bus.batchesUnderWay(by));
        if (forbidden) {
            throw new AdministrationException(Reason.FORBIDDEN, "Your roles do not permit this.");
        }
        if (!over) {
            all.add(new UnderWayView(ID, text, Optional.empty(), false, Phase.CHECKING, done, 10, Instant.EPOCH));
        }
        return all;
    }

    @Override
    public Optional<OperationView> await(Administrator by, UUID id, Duration atMost) throws AdministrationException {
        return bus.await(by, id, atMost);
    }

    @Override
    public Page<LoggedView> newest(Administrator by, PageRequest page) throws AdministrationException {
        return bus.newest(by, page);
    }
}
