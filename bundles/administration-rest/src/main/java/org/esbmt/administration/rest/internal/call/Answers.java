package org.esbmt.administration.rest.internal.call;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.rest.RestAnswer;
import org.esbmt.administration.rest.internal.json.ProblemText;
import org.esbmt.administration.rest.internal.problem.Problem;
import org.esbmt.administration.rest.internal.problem.ProblemType;

/** Makes answers. No cache keeps one. */
final class Answers {
    static final String ETAG = "ETag";
    static final String LOCATION = "Location";
    static final String OPERATION_ID = "Operation-Id";
    static final String ALLOW = "Allow";

    /** Seconds until a client asks again: other changes end soon, a part of the bus does not. */
    private static final Map<ProblemType, String> RETRY_AFTER =
            Map.of(ProblemType.BUSY, "1", ProblemType.UNAVAILABLE, "10");

    /** The statuses whose answers have no length, as of RFC 9110. */
    private static final Set<Integer> WITHOUT_LENGTH = Set.of(204, 304);

    private static final RestAnswer.Body NO_BODY = out -> {};

    private Answers() {}

    /** An answer with the bytes, or with their length alone for a HEAD. */
    static RestAnswer of(int status, Map<String, String> headers, Optional<byte[]> bytes, String method) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Cache-Control", "no-store");
        if (!WITHOUT_LENGTH.contains(status)) {
            all.put(
                    "Content-Length",
                    Integer.toString(bytes.map(its -> its.length).orElse(0)));
        }
        boolean silent = bytes.isEmpty() || method.equals("HEAD");
        return new RestAnswer(status, all, silent ? NO_BODY : out -> out.write(bytes.orElseThrow()));
    }

    static RestAnswer problem(Problem problem, Map<String, String> headers, String method) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(RequestHeaders.CONTENT_TYPE, MediaTypes.PROBLEM);
        problem.operation().ifPresent(id -> all.put(OPERATION_ID, id.toString()));
        Optional.ofNullable(RETRY_AFTER.get(problem.type())).ifPresent(seconds -> all.put("Retry-After", seconds));
        return of(problem.status(), all, Optional.of(ProblemText.of(problem)), method);
    }
}
