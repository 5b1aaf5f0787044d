package org.esbmt.administration.http.internal.work;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.esbmt.administration.http.internal.work.Lane.Group;

/** Counts the taken places of a bounded number, and the parts of lanes and groups in them. Confined to its user's lock. */
final class Shares {
    private final int all;
    private final int withoutReserve;
    private final Map<Lane, Integer> lanes = new HashMap<>();
    private final Map<Group, Integer> groups = new EnumMap<>(Group.class);
    private int taken;
    private int takenByGuests;

    /** @param all places, 1 at least */
    Shares(int all) {
        this.all = all;
        this.withoutReserve = Math.max(1, all - all / 4);
    }

    boolean hasRoom(Lane lane) {
        Group group = lane.group();
        return taken < all
                && lanes.getOrDefault(lane, 0) < group.ofLane(all)
                && groups.getOrDefault(group, 0) < group.ofGroup(all)
                && (group.usesReserve() || takenByGuests < withoutReserve);
    }

    void take(Lane lane) {
        taken++;
        lanes.merge(lane, 1, Integer::sum);
        groups.merge(lane.group(), 1, Integer::sum);
        if (!lane.group().usesReserve()) {
            takenByGuests++;
        }
    }

    void giveBack(Lane lane) {
        taken--;
        lanes.computeIfPresent(lane, (l, n) -> n > 1 ? n - 1 : null);
        groups.computeIfPresent(lane.group(), (g, n) -> n > 1 ? n - 1 : null);
        if (!lane.group().usesReserve()) {
            takenByGuests--;
        }
    }
}
