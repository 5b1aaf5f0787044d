package org.esbmt.administration.rest.internal.call;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.InvalidArgumentException;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.rest.RestAnswer;
import org.esbmt.administration.rest.RestRequest;
import org.esbmt.administration.rest.internal.problem.Problem;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;
import org.esbmt.administration.rest.internal.route.Router.Match;
import org.esbmt.administration.rest.internal.route.Signature;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request whose route is known. Confined to one thread. */
final class Call {
    private static final Logger LOG = LoggerFactory.getLogger(Call.class);

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final Match match;
    private final Signature signature;
    private final RestRequest request;
    private final RequestHeaders headers;
    private final Supplier<Services> available;
    private Optional<UUID> operation = Optional.empty();

    Call(Match match, RestRequest request, Supplier<Services> available) {
        this.match = requireNonNull(match, "match");
        this.signature = match.signature();
        this.request = requireNonNull(request, "request");
        this.headers = new RequestHeaders(request.headers());
        this.available = requireNonNull(available, "available");
    }

    RestAnswer answer() throws IOException {
        try {
            if (signature.isIdentified()) {
                operation = Optional.of(headers.idempotencyKey().orElseGet(UUID::randomUUID));
            }
            try (RestArguments arguments = new RequestReader(match, request, headers).read(operation)) {
                return answer(arguments);
            }
        } catch (Refusal e) {
            return refused(Problem.of(e, operation));
        } catch (AdministrationException e) {
            return refused(Problem.of(e, signature.hasContent(), operation));
        } catch (RuntimeException e) {
            LOG.error("{} of {} failed.", signature, request.by(), e);
            return refused(Problem.internal(operation));
        }
    }

    private RestAnswer refused(Problem problem) {
        return Answers.problem(problem, Map.of(), request.method());
    }

    private RestAnswer answer(RestArguments arguments) throws AdministrationException, Refusal {
        Services services = available.get();
        Entry<?> entry = signature.entry();
        if (!services.types().contains(entry.service())) {
            throw Refusal.of(ProblemType.UNAVAILABLE, "this node does not have this part of administration now");
        }
        boolean plan = entry.isPlannable() && arguments.flag(Signature.DRY_RUN);
        Told told = plan ? plan(entry, services, arguments) : told(entry, services, arguments);
        return answer(told, plan || arguments.flag(Signature.DRY_RUN), services);
    }

    private <R> Told told(Entry<R> entry, Services services, RestArguments arguments)
            throws AdministrationException, Refusal {
        R result;
        try {
            result = entry.call(services, request.by(), arguments);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
        return new ResultText(signature, arguments).of(entry.result(), result);
    }

    private Told plan(Entry<?> entry, Services services, RestArguments arguments)
            throws AdministrationException, Refusal {
        BatchReport report;
        try {
            report = entry.plan(services, request.by(), arguments);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
        return new ResultText(signature, arguments).one(Catalogue.plan(), report);
    }

    /** The refusal of a value that breaks a rule of its word or of its command. */
    private static Refusal invalid(IllegalArgumentException e) {
        String sentence = String.valueOf(e.getMessage());
        return e instanceof InvalidArgumentException argument
                ? Refusal.invalid(argument.word(), sentence)
                : Refusal.invalid(sentence, e);
    }

    private RestAnswer answer(Told told, boolean dryRun, Services services) throws Refusal {
        Map<String, String> fields = new HashMap<>();
        operation.ifPresent(id -> fields.put(Answers.OPERATION_ID, id.toString()));
        told.tag().ifPresent(tag -> fields.put(Answers.ETAG, tag));
        if (told.tag().isPresent() && isKnown(told.tag().get())) {
            return Answers.of(NOT_MODIFIED, fields, Optional.empty(), request.method());
        }
        told.bytes().ifPresent(bytes -> fields.put(RequestHeaders.CONTENT_TYPE, told.mediaType()));
        if (!told.mediaType().equals(MediaTypes.JSON) && told.bytes().isPresent()) {
            // A browser that is led here shows no document of a tenant on this origin.
            fields.put("Content-Disposition", "attachment");
        }
        int status = status(told, dryRun, services, fields);
        return Answers.of(status, fields, told.bytes(), request.method());
    }

    /** Tells whether the client of a query has the present state, as of If-None-Match. */
    private boolean isKnown(String tag) throws Refusal {
        if (signature.entry().effect() != Effect.READS) {
            return false;
        }
        Optional<String> known = headers.find(RequestHeaders.IF_NONE_MATCH);
        return known.isPresent()
                && Arrays.stream(known.get().split(",", -1))
                        .map(one -> one.strip().replaceFirst("^W/", ""))
                        .anyMatch(one -> one.equals("*") || one.equals(tag));
    }

    private int status(Told told, boolean dryRun, Services services, Map<String, String> fields) {
        if (!dryRun && isPending(services)) {
            fields.put(Answers.LOCATION, request.base() + Addresses.ofOperation(operation.orElseThrow()));
            return ACCEPTED;
        }
        if (signature.isCreation() && !dryRun && told.address().isPresent()) {
            fields.put(Answers.LOCATION, request.base() + told.address().get());
            return CREATED;
        }
        return told.bytes().isPresent() ? OK : NO_CONTENT;
    }

    private boolean isPending(Services services) {
        return signature.tellsProgress() && Progress.isPending(services, request.by(), operation.orElseThrow());
    }
}
