package org.esbmt.camel.se.internal.engine;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.camel.se.internal.model.Step;

/**
 * Determines, when a unit is built, if a route reads each body at most once on every path through it. Bodies of such a
 * route stream through without a copy; those of any other route are gathered on arrival.
 */
final class BodyUse {
    private enum State {
        /** The body of the request, unread. */
        REQUEST,
        /** A body made by a provider or a step, unread. */
        FRESH,
        /** A body sent to a provider, which has returned another one, unless the exchange has no answer. */
        SENT,
        /** A body that was read, and is still the message's. */
        USED
    }

    /** The route needs a body more than once. */
    private static final class Twice extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Twice() {
            super(null, null, false, false);
        }
    }

    private final Map<String, Route> direct;

    /** @param direct the unit's routes that other routes call, by name */
    private BodyUse(Map<String, Route> direct) {
        this.direct = direct;
    }

    private static BodyUse of(RouteUnit unit) {
        Map<String, Route> direct = new HashMap<>();
        for (Route route : unit.routes()) {
            if (route.from() instanceof Address.Direct from) {
                direct.put(from.name(), route);
            }
        }
        return new BodyUse(direct);
    }

    /** The routes that bodies can pass unread. If routes call one another, these are all of them or none. */
    static Set<Route> streaming(RouteUnit unit) {
        BodyUse use = of(unit);
        List<Route> streaming = unit.routes().stream().filter(use::streams).toList();
        return use.direct.isEmpty() || streaming.size() == unit.routes().size() ? Set.copyOf(streaming) : Set.of();
    }

    /** Returns true if an arriving body can pass the route unread. */
    private boolean streams(Route route) {
        try {
            requireAnswer(walk(route, EnumSet.of(State.REQUEST)));
            return true;
        } catch (Twice e) {
            return false;
        }
    }

    private Set<State> walk(Route route, Set<State> before) {
        for (OnError error : route.errors()) {
            require(error.retry().isEmpty()
                    && error.onWhen().filter(BodyUse::reads).isEmpty());
            // a failed step may have taken the body
            Set<State> end = walk(error.steps(), EnumSet.of(State.USED));
            require(!error.handled() || !end.contains(State.USED));
        }
        return walk(route.steps(), before);
    }

    private Set<State> walk(List<Step> steps, Set<State> before) {
        Set<State> states = before;
        for (Step step : steps) {
            states = walk(step, states);
        }
        return states;
    }

    private Set<State> walk(Step step, Set<State> states) {
        return step.accept(new Walk(states));
    }

    /** The states after a step; a step without a method here may need a body more than once. */
    private final class Walk implements Step.PartialVisitor<Set<State>> {
        private final Set<State> states;

        Walk(Set<State> states) {
            this.states = states;
        }

        @Override
        public Set<State> to(Step.To to) {
            return send(to.address(), states);
        }

        @Override
        public Set<State> choice(Step.Choice choice) {
            Set<State> ends = EnumSet.copyOf(walk(choice.otherwise(), states));
            for (Step.Choice.When when : choice.whens()) {
                requireReadable(when.condition(), states);
                ends.addAll(walk(when.steps(), states));
            }
            return ends;
        }

        @Override
        public Set<State> filter(Step.Filter filter) {
            requireReadable(filter.condition(), states);
            Set<State> ends = EnumSet.copyOf(states);
            ends.addAll(walk(filter.steps(), states));
            return ends;
        }

        @Override
        public Set<State> setHeader(Step.SetHeader set) {
            requireReadable(set.value(), states);
            return states;
        }

        @Override
        public Set<State> setBody(Step.SetBody set) {
            requireReadable(set.value(), states);
            return EnumSet.of(State.FRESH);
        }

        @Override
        public Set<State> sequence(Step.Sequence sequence) {
            return walk(sequence.steps(), states);
        }

        @Override
        public Set<State> removeHeaders(Step.RemoveHeaders remove) {
            return states;
        }

        @Override
        public Set<State> stop(Step.Stop stop) {
            requireAnswer(states);
            return EnumSet.of(State.FRESH); // no step after it runs
        }

        @Override
        public Set<State> other(Step step) {
            throw new Twice();
        }
    }

    private Set<State> send(Address to, Set<State> states) {
        requireFresh(states);
        if (to instanceof Address.Direct called) {
            Route route = direct.get(called.name());
            require(route != null);
            return walk(route, states);
        }
        Address.Jbi provider = (Address.Jbi) to;
        if (provider.pattern().isEmpty()) {
            return EnumSet.of(State.SENT);
        }
        return EnumSet.of(provider.pattern().get() == Address.Pattern.IN_OUT ? State.FRESH : State.USED);
    }

    private static void requireReadable(Expression expression, Set<State> states) {
        if (reads(expression)) {
            requireFresh(states);
        }
    }

    private static void requireFresh(Set<State> states) {
        require(!states.contains(State.SENT) && !states.contains(State.USED));
    }

    /** An answer must not be the request's body itself, which its sender frees. */
    private static void requireAnswer(Set<State> states) {
        require(!states.contains(State.REQUEST) && !states.contains(State.USED));
    }

    private static void require(boolean once) {
        if (!once) {
            throw new Twice();
        }
    }

    static boolean reads(Expression expression) {
        if (expression instanceof Expression.Body) {
            return true;
        } else if (expression instanceof Expression.XPath xpath) {
            return xpath.header().isEmpty();
        } else if (expression instanceof Expression.Comparison comparison) {
            return reads(comparison.left()) || reads(comparison.right());
        } else if (expression instanceof Expression.Logical logical) {
            return logical.parts().stream().anyMatch(BodyUse::reads);
        } else if (expression instanceof Expression.Concatenation concatenation) {
            return concatenation.parts().stream().anyMatch(BodyUse::reads);
        }
        return false;
    }
}
