package org.esbmt.camel.se.internal.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;

/** Walks through all steps of a route. */
final class Steps {
    private Steps() {}

    /** Also those of its error handlers. */
    static void each(Route route, Consumer<Step> visitor) {
        for (OnError error : route.errors()) {
            each(error.steps(), visitor);
        }
        each(route.steps(), visitor);
    }

    /** All that a route sends to, with the place where that is said. */
    static void targets(Route route, BiConsumer<Address, Place> visitor) {
        each(route, step -> {
            if (step instanceof Step.To to) {
                visitor.accept(to.address(), to.place());
            } else if (step instanceof Step.WireTap tap) {
                visitor.accept(tap.address(), tap.place());
            }
        });
    }

    private static void each(List<Step> steps, Consumer<Step> visitor) {
        for (Step step : steps) {
            visitor.accept(step);
            for (List<Step> inside : inside(step)) {
                each(inside, visitor);
            }
        }
    }

    private static List<List<Step>> inside(Step step) {
        if (step instanceof Step.Choice choice) {
            List<List<Step>> all = new ArrayList<>();
            choice.whens().forEach(w -> all.add(w.steps()));
            all.add(choice.otherwise());
            return all;
        } else if (step instanceof Step.Try t) {
            List<List<Step>> all = new ArrayList<>();
            all.add(t.steps());
            t.catches().forEach(c -> all.add(c.steps()));
            all.add(t.atLast());
            return all;
        } else if (step instanceof Step.CircuitBreaker breaker) {
            return List.of(breaker.steps(), breaker.fallback());
        } else if (step instanceof Step.Filter filter) {
            return List.of(filter.steps());
        } else if (step instanceof Step.Split split) {
            return List.of(split.steps());
        } else if (step instanceof Step.Aggregate aggregate) {
            return List.of(aggregate.steps());
        } else if (step instanceof Step.Multicast multicast) {
            return List.of(multicast.branches());
        } else if (step instanceof Step.Sequence sequence) {
            return List.of(sequence.steps());
        } else if (step instanceof Step.IdempotentConsumer consumer) {
            return List.of(consumer.steps());
        }
        return List.of();
    }
}
