package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.console.internal.web.Answer.Json;
import org.esbmt.administration.console.internal.web.Answer.Progress;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.EventFeed;

/**
 * The data or the progress of a page as events, each time that they differ. Each is a query of its own, so that the roles of
 * this moment decide. The last event of a progress ends the stream.
 */
final class PageFeed implements EventFeed {
    /** The last segment of the path of every stream. */
    static final String SEGMENT = "events";

    private static final Duration DATA = Duration.ofSeconds(5);
    private static final Duration PROGRESS = Duration.ofSeconds(1);

    private final Query query;
    private Answer told = new Json("");

    /** Reads {@link Json} or {@link Progress}, always the same of both. */
    @FunctionalInterface
    interface Query {
        Answer answer() throws AdministrationException;
    }

    PageFeed(Query query) {
        this.query = requireNonNull(query, "query");
    }

    @Override
    public Duration pause() {
        return told instanceof Progress ? PROGRESS : DATA;
    }

    @Override
    public Next next() {
        Answer now;
        try {
            now = query.answer();
        } catch (AdministrationException e) {
            return new Refused(Answers.of(Refusals.status(e.reason())).empty());
        }
        if (now.equals(told)) {
            return new Unchanged();
        }
        told = now;
        return now instanceof Progress progress
                ? new Event("progress", progress.json(), !progress.running())
                : new Event("points", ((Json) now).text(), false);
    }
}
