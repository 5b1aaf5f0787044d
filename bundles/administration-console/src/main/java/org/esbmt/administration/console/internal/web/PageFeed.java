package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.EventFeed;

/** The data of a page as events, each time that they differ. Each is a query of its own, so that the roles of this moment decide. */
final class PageFeed implements EventFeed {
    /** The last segment of the path of every stream. */
    static final String SEGMENT = "events";

    private final Query query;
    private String told = "";

    /** Reads the data. */
    @FunctionalInterface
    interface Query {
        String data() throws AdministrationException;
    }

    PageFeed(Query query) {
        this.query = requireNonNull(query, "query");
    }

    @Override
    public Duration pause() {
        return Duration.ofSeconds(5);
    }

    @Override
    public Next next() {
        String now;
        try {
            now = query.data();
        } catch (AdministrationException e) {
            return new Refused(Answers.of(Refusals.status(e.reason())).empty());
        }
        if (now.equals(told)) {
            return new Unchanged();
        }
        told = now;
        return new Event("points", now, false);
    }
}
