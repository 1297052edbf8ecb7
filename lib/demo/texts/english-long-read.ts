/** A text of about 1,500 words with headings and lists, which demonstrates a long answer. */
export const englishLongRead = `# How to read a paper map

A paper map has no battery, no signal and no opinion about where you should go. It shows a whole region at once, and it asks one thing in return: that you learn its few rules. You can learn them in an evening. This is a walk through them, from the edge of the sheet to the top of the hill.

## What a map leaves out

Every map is a choice. Someone looked at a piece of land with its stones, hedges, puddles and cats, and decided which of them you would need. A road map keeps the roads and forgets the slopes. A walking map keeps the slopes and the footpaths and forgets the house numbers. A sea chart shows the seabed in detail and leaves the land almost white.

So the first question is never "where am I?" but "what is this map for?". The answer is usually printed on the cover, and three small notes in the margin tell you the rest:

- **The scale** says how much smaller the map is than the land.
- **The legend** says what each symbol and color means.
- **The date of the survey** says how old the truth is. Hills stay where they are; paths, woods and bridges do not.

Read these notes before you read the map. It takes a minute, and it prevents most misunderstandings.

## Scale

A scale of 1:25,000 means that one centimeter on paper is 25,000 centimeters on the ground, which is 250 meters. Four centimeters make a kilometer. On a 1:50,000 map, a kilometer is two centimeters long, and the same sheet of paper covers four times the area with a quarter of the detail.

The names can be confusing at first. A *large-scale* map shows a small area in large detail; a *small-scale* map shows a large area with little detail. If you think of the scale as a fraction, it makes sense: one twenty-five-thousandth is larger than one millionth.

Here is what the common scales are good for:

1. **1:10,000** shows single buildings and is used in towns and for orienteering.
2. **1:25,000** shows field walls and small paths, and is the usual choice for hikers.
3. **1:50,000** fits a long day's hike or a bike tour on one sheet.
4. **1:200,000** and smaller are for driving, planning and dreaming.

To measure a winding path, lay a thread along it, then hold it against the scale bar at the edge of the map. A strip of paper works too: turn it a little at each bend and mark the end of each piece. Real paths wind more than drawn ones, so adding a tenth to the result is rarely wrong.

## The grid

Many maps carry a grid of thin lines, usually one kilometer apart. The grid does two things. It lets you judge distances at a glance, square by square. And it gives every place an address: the number of the vertical line to the left of it, then the number of the horizontal line below it. Many people remember the order with a sentence such as "along the corridor, then up the stairs".

With a grid reference you can tell a friend, or a rescue service, where you are without describing a single tree. Practice it once at home: choose a church on the map, write down its reference, and let someone else find it from the numbers alone.

## Contour lines

The brown lines that wander over the sheet are the map's best idea. Each of them joins points of equal height, as if the land had been flooded to that level and the shoreline traced. The step between two neighboring lines is the same everywhere on a sheet, and is printed in the margin; ten meters is common.

Three rules are all you need to see the land in them:

- **Close together means steep, far apart means gentle.** Where the lines almost touch there is a cliff.
- **Closed rings mean a summit** or, more rarely, a hollow. The numbers tell you which: they are usually printed so that their tops point uphill.
- **A row of V shapes is a valley or a ridge.** In a valley the points of the V point uphill, toward the spring; on a ridge they point downhill.

Take a familiar hill and follow one line around it with a finger. You stay level the whole way, in and out of every little valley. After a few minutes the lines stop being lines, and the paper begins to have a shape.

## Turning the map

Hold the map so that what is in front of you on the ground is in front of you on the paper. The letters may end up upside down, and that does not matter: a right turn on the map is now a right turn in the world. This one habit prevents more wrong turns than any other.

You can turn the map in two ways:

- **By the land.** Find two things that you can see and name, such as a lake and a mast, and turn the paper until the lines to both of them agree.
- **By a compass.** Lay it on the map and turn both together until the needle lies along the north lines of the grid.

A compass needle points to magnetic north, which differs a little from the north of the map. In many places the difference is so small that a hiker can ignore it; in others it is ten degrees or more. The margin of the map gives the value and the direction, and also how it changes over the years, because the magnetic pole moves.

## Planning a walk

Draw the route with your eyes before you walk it. Look for the steepest part, for the last place where it is easy to turn around, and for water. Then estimate the time. A rule from 1892, made by the Scottish climber William Naismith, is still a good start: one hour for every five kilometers, plus one hour for every 600 meters of ascent.

For a hike of ten kilometers with 300 meters of ascent, that gives:

1. ten kilometers at five an hour: two hours;
2. 300 meters of ascent: half an hour;
3. in total: two and a half hours, without breaks.

Add time for lunch, for photographs, for children and for mud. Tired legs are slower than the rule, and a group is only as fast as its slowest member. If you would finish after sunset, choose a shorter walk; the hill will be there next week.

Write the main points of the route on a slip of paper: where to turn, at what elevation, after how many minutes. You will not need most of it. Writing it down fixes the route in your memory.

## On the way

Keep the map in your hand, folded to the part you are in, with a thumb on the last place where you were certain. Each time you pass something unmistakable, a bridge, a junction, the corner of a wood, move the thumb. You are never lost by more than the distance to your thumb.

Between these points, use what walkers call handrails: long features that run beside your route, such as a stream, a wall or the edge of a forest. As long as the stream stays on your left, you can look at the birds. And choose a catching feature, something wide beyond your goal that tells you that you have gone too far: a road, a river, a sudden slope.

When the map and the land do not agree, stop. It is tempting to explain the difference away: the pond must have dried up, the path must be new. Sometimes that is true. More often, you are not where you think you are. Ask yourself three questions:

- When was I last certain of my position?
- In which direction, and for how long, have I walked since?
- What should I see from here if I am right, and is it there?

The answers nearly always bring you back. If they do not, go back to the last place you were certain of. Turning around costs minutes; going on costs hours.

## Common mistakes

- **Following the line instead of the land.** A path on the map is a promise, not a fact. Snow, storms and farmers change it.
- **Trusting a single landmark.** One church looks like another. Two landmarks that agree are worth far more than one that fits nicely.
- **Forgetting the third dimension.** Two kilometres on the flat and two kilometres up a wall of contours are different afternoons.
- **Folding the map away in the rain.** That is exactly when you need it. A clear plastic bag costs little.

## Why bother

A phone shows you as a dot in the middle of a circle, and moves the world around you. That is convenient, and there is nothing wrong with it. But the dot never has to know where it is. After a day with a paper map you can close your eyes and see the valley: how the stream turns, where the village lies, which ridge hides the lake. You have not only crossed a place. You have learned it.

Then fold the map along its old creases, which no one manages on the first try, and put it back on the shelf with the others. It won’t need an update before you open it again.

---

*This text is part of the demo. It was written in advance; no model is connected.*`;
