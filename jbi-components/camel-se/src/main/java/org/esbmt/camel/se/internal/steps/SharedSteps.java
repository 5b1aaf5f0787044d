package org.esbmt.camel.se.internal.steps;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import org.esbmt.camel.se.internal.work.TenantWorkers;
import org.esbmt.camel.se.internal.work.UnitWorkers;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.Owner;

/** The common state of the steps of all units: bounds, counters, and the room of each tenant. One for the component. */
public final class SharedSteps {
    private final TenantWorkers workers;
    private final StepLimits limits;
    private final MessageMemory memory;
    private final StepCounters counters = new StepCounters();
    private final Map<Owner, Room> rooms = new HashMap<>();

    private static final class Room {
        final TenantRoom room;
        int units;

        Room(TenantRoom room) {
            this.room = room;
        }
    }

    /**
     * Creates the state without units.
     *
     * @param workers are not closed here
     * @param memory the memory of the node
     */
    public SharedSteps(TenantWorkers workers, StepLimits limits, MessageMemory memory) {
        this.workers = requireNonNull(workers, "workers");
        this.limits = requireNonNull(limits, "limits");
        this.memory = requireNonNull(memory, "memory");
    }

    /**
     * The steps of one unit.
     *
     * @param parts finds the parts for splits
     */
    public UnitSteps open(Owner owner, PartsCompiler parts) {
        UnitWorkers unit = workers.open(owner);
        synchronized (rooms) {
            Room room = rooms.computeIfAbsent(owner, o -> new Room(new TenantRoom(limits, counters, memory.of(o))));
            room.units++;
            return new UnitSteps(new StepServices(unit, limits, counters, room.room), parts, () -> leave(owner, room));
        }
    }

    /** Removes the room with the last unit. Exchanges still in flight keep it; a new unit gets an empty one. */
    private void leave(Owner owner, Room room) {
        synchronized (rooms) {
            room.units--;
            if (room.units == 0) {
                rooms.remove(owner, room);
            }
        }
    }

    public StepsMXBean counters() {
        return counters;
    }

    /** The number of bytes that the steps of a tenant keep at present; 0 for a tenant without units. */
    public long heldBytes(Owner owner) {
        synchronized (rooms) {
            Room room = rooms.get(owner);
            return room == null ? 0 : room.room.bytes();
        }
    }

    /** The number of bytes gathered for the routes of a tenant at present; 0 for a tenant without units. */
    public long gatheredBytes(Owner owner) {
        synchronized (rooms) {
            Room room = rooms.get(owner);
            return room == null ? 0 : room.room.gathered();
        }
    }

    int tenants() {
        synchronized (rooms) {
            return rooms.size();
        }
    }
}
