package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ServiceAdministration.PeriodView;

/** A time in which a version was deployed as an open type; its getters are its items. */
public final class PeriodData {
    private final PeriodView period;

    PeriodData(PeriodView period) {
        this.period = requireNonNull(period, "period");
    }

    public String getAssembly() {
        return period.assembly();
    }

    public int getVersion() {
        return period.version();
    }

    public String getCause() {
        return period.cause();
    }

    public String getBy() {
        return period.by().toString();
    }

    public String getFrom() {
        return period.from().toString();
    }

    public String getTo() {
        return period.to().map(Object::toString).orElse("");
    }
}
