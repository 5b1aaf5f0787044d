package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.OperationAdministration.UnderWayView;

/** A batch that is not decided yet, as an open type; its getters are its items. */
public final class BatchData {
    private final UnderWayView view;

    BatchData(UnderWayView view) {
        this.view = requireNonNull(view, "view");
    }

    public String getOperationId() {
        return view.id().toString();
    }

    public String getBy() {
        return view.by();
    }

    /** Empty: of a user of the installation. */
    public String getTenantId() {
        return view.tenant().map(Object::toString).orElse("");
    }

    public boolean isDryRun() {
        return view.dryRun();
    }

    /** CHECKING, MAKING or DECIDING. */
    public String getPhase() {
        return view.phase().name();
    }

    /** Steps that this phase is through with. */
    public int getDone() {
        return view.done();
    }

    public int getSteps() {
        return view.steps();
    }

    public String getSince() {
        return view.since().toString();
    }
}
